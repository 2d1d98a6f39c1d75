import Glibc

/// The program of a decoder process.
public enum DecoderProcess {
    /// The hidden argument that starts a decoder process: `contactsheet decode`.
    public static let argument = "decode"

    /// Serves the pool on the socket that it left open, until the pool closes it.
    public static func run() -> Never { exit(0) }
}
