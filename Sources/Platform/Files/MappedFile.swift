import Glibc

/// The whole content of an open file as memory (mmap(2)), read from disk as it is touched.
///
/// A file that is cut short while it is mapped raises SIGBUS at the first touch behind its new end: only for processes
/// that may die of a file.
public struct MappedFile: ~Copyable {
    /// The content; valid only as long as this value lives.
    public let bytes: UnsafeRawBufferPointer

    /// Maps `size` bytes, at least one, of an open file.
    public init(_ file: borrowing FileDescriptor, size: Int) throws(SystemError) {
        guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file.number, 0), start != MAP_FAILED else {
            throw SystemError(code: errno, call: "mmap")
        }
        bytes = UnsafeRawBufferPointer(start: start, count: size)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
