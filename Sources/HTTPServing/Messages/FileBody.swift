public import Platform

/// A part of an open file, to be sent with sendfile(2). Copies share the descriptor, which closes after the last one.
///
/// A file that turns out shorter while it is sent ends the connection: the length has been promised by then.
public struct FileBody: Sendable {
    private let file: FileDescriptor.Box
    /// Where the part begins, in bytes from the start of the file.
    public let offset: Int64
    /// Length of the part in bytes.
    public let length: Int64

    /// Takes over an open regular file.
    public init(_ descriptor: consuming FileDescriptor, offset: Int64 = 0, length: Int64) {
        self.init(FileDescriptor.Box(descriptor), offset: offset, length: length)
    }

    /// Shares an open regular file.
    public init(_ file: FileDescriptor.Box, offset: Int64 = 0, length: Int64) {
        precondition(offset >= 0 && length >= 0)
        self.file = file
        self.offset = offset
        self.length = length
    }

    /// A part of this part, without another descriptor.
    public func part(_ range: Range<Int64>) -> FileBody {
        precondition(range.lowerBound >= 0 && range.upperBound <= length)
        return FileBody(file, offset: offset + range.lowerBound, length: Int64(range.count))
    }

    /// Calls `body` with the file.
    func withDescriptor<Result, Failure: Error>(
        _ body: (borrowing FileDescriptor) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(file.descriptor)
    }
}
