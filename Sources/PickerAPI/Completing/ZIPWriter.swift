import CArchive
import Platform

/// Writes a ZIP archive into memory, from where it is taken piece by piece (libarchive).
///
/// Files are stored as they are, since photos and videos don't get smaller; what is larger than 4 GiB, as ZIP64.
final class ZIPWriter {
    /// libarchive can't go on; the text is for the log.
    struct Failure: Error {
        let reason: String
    }

    private final class Output {
        var bytes: [UInt8] = []
    }

    private let archive: OpaquePointer
    private let output = Output()

    /// Begins an archive.
    init() throws(Failure) {
        guard let archive = archive_write_new() else { throw Failure(reason: "no memory") }
        self.archive = archive
        try check(archive_write_set_format_zip(archive))
        try check(archive_write_zip_set_compression_store(archive))
        // Every piece is handed on at once, and nothing is padded.
        try check(archive_write_set_bytes_per_block(archive, 0))
        try check(archive_write_set_bytes_in_last_block(archive, 1))
        let context = Unmanaged.passUnretained(output).toOpaque()
        try check(
            archive_write_open(
                archive, context, nil,
                { _, context, bytes, count in
                    guard let context, let bytes else { return -1 }
                    Unmanaged<Output>.fromOpaque(context).takeUnretainedValue().bytes
                        .append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
                    return count
                }, nil))
    }

    deinit { archive_write_free(archive) }

    /// Begins a file; `write` follows until all of its `length` bytes are there.
    func beginFile(_ name: String, length: Int64, modified: Timestamp) throws(Failure) {
        try check(carchive_begin_file(archive, name, length, modified.nanoseconds / 1_000_000_000))
    }

    /// Writes the next bytes of the file.
    func write(_ bytes: [UInt8]) throws(Failure) {
        let written = bytes.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
        guard written == bytes.count else { throw failure }
    }

    /// Ends the archive with its directory.
    func finish() throws(Failure) { try check(archive_write_close(archive)) }

    /// Takes away what was written since the last time.
    func takeOutput() -> [UInt8] {
        defer { output.bytes = [] }
        return output.bytes
    }

    private func check(_ result: CInt) throws(Failure) {
        guard result >= ARCHIVE_WARN else { throw failure }
    }

    private var failure: Failure {
        Failure(reason: archive_error_string(archive).map { String(cString: $0) } ?? "unknown")
    }
}
