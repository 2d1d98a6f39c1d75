import Platform

/// One open file while it is decoded: its first bytes, its kind, and the whole of it where that is asked for.
struct FileContent {
    /// The largest picture file that is read, in bytes: a gigapixel TIFF. Videos may be of any length.
    static let largestPicture: Int64 = 1 << 30

    let descriptor: FileDescriptor.Box
    /// Length in bytes; never 0.
    let size: Int64
    /// What the content is.
    private(set) var format: MediaFormat
    /// The first bytes: all of them where the file is no longer than `Fingerprint.fullyHashedLimit`.
    private let head: [UInt8]

    /// Looks at the start of an open file.
    /// - Throws: `empty`, `notMedia`, `tooLarge`, `unreadable`.
    init(_ descriptor: FileDescriptor.Box) throws(DecodeFailure) {
        self.descriptor = descriptor
        do throws(SystemError) {
            let status = try descriptor.descriptor.status()
            guard status.kind == .regular else { throw SystemError(code: 22, call: "statx") }
            size = status.stamp.size
            head = try descriptor.descriptor.read(
                count: Int(min(size, Int64(Fingerprint.fullyHashedLimit))), at: 0)
        } catch {
            throw DecodeFailure(.unreadable, error.description)
        }
        guard !head.isEmpty else { throw DecodeFailure(.empty, "the file has no bytes") }
        guard let format = head.withUnsafeBytes({ MediaFormat(head: $0) }) else {
            throw DecodeFailure(.notMedia, "the content is no picture, video or sound that is known")
        }
        self.format = format
        if case .container = format { return }
        guard size <= Self.largestPicture else { throw DecodeFailure(.tooLarge, "a picture of \(size) bytes") }
        // What tells RAW from a picture may stand behind the pixels.
        if format == .tiff, size > head.count {
            self.format = try withBytes { MediaFormat(head: $0) } ?? format
        }
    }

    /// Digests the content.
    func fingerprint() throws(DecodeFailure) -> Fingerprint {
        if size == Int64(head.count) { return head.withUnsafeBytes { Fingerprint.compute($0) } }
        do throws(SystemError) {
            let tail = try descriptor.descriptor.read(
                count: Fingerprint.edge, at: size - Int64(Fingerprint.edge))
            return Fingerprint.compute(head: head, tail: tail, size: size)
        } catch {
            throw DecodeFailure(.unreadable, error.description)
        }
    }

    /// Gives all bytes, mapped where they are more than the head.
    func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws(DecodeFailure) -> Result
    ) throws(DecodeFailure) -> Result {
        guard size > head.count else {
            return try head.withUnsafeBufferPointer { bytes throws(DecodeFailure) in
                try body(UnsafeRawBufferPointer(bytes))
            }
        }
        let mapped: MappedFile
        do throws(SystemError) {
            mapped = try MappedFile(descriptor.descriptor, size: Int(size))
        } catch {
            throw DecodeFailure(.unreadable, error.description)
        }
        return try body(mapped.bytes)
    }
}
