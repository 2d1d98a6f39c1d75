import Glibc

/// A file's name or path as the kernel has it: bytes without NUL, in no known encoding.
///
/// Compared byte by byte, unlike `String`, which takes the composed and decomposed forms of a letter for equal.
public struct FileName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bytes, without the NUL at the end.
    public let bytes: [UInt8]

    /// Makes a name of bytes; anything from the first NUL on is left out.
    public init(bytes: some Sequence<UInt8>) {
        // Hot: every name of a scan and of the catalogue is made here.
        let bytes = Array(bytes)
        self.bytes = bytes.firstIndex(of: 0).map { Array(bytes[..<$0]) } ?? bytes
    }

    /// Makes a name of a string's UTF-8.
    public init(_ text: String) { self.init(bytes: text.utf8) }

    /// The name to show: UTF-8 where it is valid, U+FFFD for what is not. Never used to open a file.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The path of `name` in this directory; an empty path is the directory that relative paths start from.
    public func appending(_ name: FileName) -> FileName {
        bytes.isEmpty ? name : FileName(bytes: bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + name.bytes)
    }

    /// Whether this absolute path is `directory` or lies in it.
    public func isWithin(_ directory: FileName) -> Bool {
        bytes.starts(with: directory.bytes)
            && (bytes.count == directory.bytes.count || directory.bytes == [Self.slash]
                || bytes[directory.bytes.count] == Self.slash)
    }

    /// The same absolute path without `.`, empty components and a slash at the end; `..` is left to the kernel.
    public var withoutDotsAndDoubledSlashes: FileName {
        let parts = bytes.split(separator: Self.slash).filter { $0 != [UInt8(ascii: ".")] }
        return FileName(bytes: [Self.slash] + parts.joined(separator: [Self.slash]))
    }

    /// The path without its last component; empty where it has only one.
    public var parent: FileName {
        guard let slash = bytes.lastIndex(of: Self.slash) else { return FileName("") }
        return FileName(bytes: bytes[..<slash])
    }

    /// The last component of a path.
    public var lastComponent: FileName {
        guard let slash = bytes.lastIndex(of: Self.slash) else { return self }
        return FileName(bytes: bytes[(slash + 1)...])
    }

    /// What follows the last dot, in lower-case ASCII; empty without a dot or where the dot comes first.
    public var pathExtension: String {
        let name = lastComponent.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// The last component without its extension: what comes before the last dot, or all of it where that comes first.
    public var stem: FileName {
        let name = lastComponent
        guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
        return FileName(bytes: name.bytes[..<dot])
    }

    /// Calls `body` with the name as C has it.
    public func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
        return try terminated.withUnsafeBufferPointer { buffer throws(Failure) in
            guard let start = buffer.baseAddress else { preconditionFailure("never empty: it ends in NUL") }
            return try body(start)
        }
    }

    /// Orders by bytes.
    public static func < (left: FileName, right: FileName) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }

    private static let slash = UInt8(ascii: "/")
}
