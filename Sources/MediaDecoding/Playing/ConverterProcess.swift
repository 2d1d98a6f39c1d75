import Glibc
import Platform

/// The process that makes a video playable: limits itself as a decoder does, and becomes ffmpeg(1).
public enum ConverterProcess {
    /// The hidden argument that starts one: `contactsheet convert`.
    public static let argument = "convert"
    /// Where Debian's package `ffmpeg` puts the program.
    static let executable = FileName("/usr/bin/ffmpeg")

    static let inputNumber: CInt = 0
    static let outputNumber: CInt = 4
    /// The socket that the server left open.
    private static let socketNumber: CInt = 3
    /// Below decoders, which somebody looks at.
    private static let niceness = 15
    /// Private memory in bytes: frames of 8K video, and x264's queue of them.
    private static let memory = 3 << 30
    /// Address space beyond that: libraries.
    private static let librarySpace = 2 << 30
    /// The longest list of arguments.
    private static let argumentLimit = 64 * 1024
    /// Neither a configuration of its own nor colours.
    private static let environment = ["AV_LOG_FORCE_NOCOLOR=1", "LC_ALL=C.UTF-8", "TZ=UTC"]

    /// Takes arguments, input and output from the server, and becomes ffmpeg(1).
    public static func run() -> Never {
        do {
            try ProcessLimits.dieWithParent()
            try ProcessLimits.limitMemory(data: memory, addressSpace: memory + librarySpace)
            try ProcessLimits.lowerPriority(by: niceness)
            // The socket itself must stay open: what the program says goes there.
            let socket = MessageSocket(try FileDescriptor(duplicating: socketNumber))
            let (bytes, descriptors) = try socket.receive(limit: argumentLimit)
            guard descriptors.count == 2 else { exit(EXIT_FAILURE) }
            try ProgramReplacement.become(
                executable, arguments: bytes.split(separator: 0).map { FileName(bytes: $0) }, environment: environment,
                descriptors: [
                    (inputNumber, descriptors[0].descriptor.number), (1, socketNumber), (2, socketNumber),
                    (outputNumber, descriptors[1].descriptor.number),
                ])
        } catch {
            exit(EXIT_FAILURE)
        }
    }

    /// The message that `run` takes.
    static func message(_ arguments: [String]) -> [UInt8] {
        Array(arguments.map { Array($0.utf8) }.joined(separator: [0]))
    }
}
