import Platform
import Synchronization

/// What a store of thumbnails holds: the length of each and when it was last looked at, so that neither a start nor a
/// clean-up has to look at every file.
///
/// It is a file of records of 24 bytes that only grows: the digest (16), the length (4; 0 for one that is gone), the second
/// of the last look since 1970 (4), integers little-endian. The last record of a digest counts. One that a power cut left
/// half is passed over. It is written anew when most records don't count any more. All methods block.
final class ThumbnailIndex: Sendable {
    /// One thumbnail.
    struct Entry: Equatable {
        let length: UInt32
        let lastLook: UInt32
    }

    private struct State {
        var entries: [Fingerprint: Entry] = [:]
        var byteCount: Int64 = 0
        var recordCount = 0
        var file: FileDescriptor.Box?

        mutating func take(_ digest: Fingerprint, _ entry: Entry) {
            recordCount += 1
            let replaced =
                entry.length > 0 ? entries.updateValue(entry, forKey: digest) : entries.removeValue(forKey: digest)
            byteCount += Int64(entry.length) - Int64(replaced?.length ?? 0)
        }
    }

    private static let recordSize = 24
    private static let filename = FileName("index")
    /// Records that don't count and are borne with, beside as many as count: 2.4 MB.
    private static let mostSurplus = 100_000

    private let directory: Directory
    private let temporary: FileName
    private let state = Mutex(State())

    /// - Parameters:
    ///   - directory: where the file is.
    ///   - temporary: path of the folder in which it is written anew.
    init(in directory: consuming Directory, temporary: FileName) {
        self.directory = directory
        self.temporary = temporary
    }

    /// Bytes of all thumbnails, as far as the file has been read.
    var byteCount: Int64 { state.withLock { $0.byteCount } }

    /// Reads the file; false where there is none.
    func load() throws(SystemError) -> Bool {
        guard let file = try? directory.file(Self.filename) else { return false }
        let bytes = try file.read(count: Int(file.status().stamp.size), at: 0)
        state.withLock { state in
            bytes.withUnsafeBytes { bytes in
                for start in stride(from: 0, through: bytes.count - Self.recordSize, by: Self.recordSize) {
                    func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number {
                        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: Number.self))
                    }
                    let digest = Fingerprint(high: number(0, UInt64.self), low: number(8, UInt64.self))
                    let entry = Entry(length: number(16, UInt32.self), lastLook: number(20, UInt32.self))
                    if entry.length <= StoredThumbnail.longest { state.take(digest, entry) }
                }
            }
        }
        // A half record at the end would shift all that follow.
        if bytes.count % Self.recordSize != 0 { try rewrite() }
        return true
    }

    /// What is known of a thumbnail; nil where it is not there.
    subscript(digest: Fingerprint) -> Entry? { state.withLock { $0.entries[digest] } }

    /// Notes a thumbnail, or that it was looked at.
    func put(_ digest: Fingerprint, _ entry: Entry) throws(SystemError) { try append([(digest, entry)]) }

    /// Notes that thumbnails are gone.
    func remove(_ digests: [Fingerprint]) throws(SystemError) {
        try append(digests.map { ($0, Entry(length: 0, lastLook: 0)) })
    }

    /// Those not looked at the longest, until no more than `goal` bytes are left.
    func oldest(downTo goal: Int64) -> [Fingerprint] {
        let (entries, count) = state.withLock { ($0.entries, $0.byteCount) }
        var left = count
        var result: [Fingerprint] = []
        for (digest, entry) in entries.sorted(by: { $0.value.lastLook < $1.value.lastLook }) {
            if left <= goal { break }
            left -= Int64(entry.length)
            result.append(digest)
        }
        return result
    }

    private func append(_ records: [(Fingerprint, Entry)]) throws(SystemError) {
        guard !records.isEmpty else { return }
        let isSurplus = try state.withLock { (state: inout sending State) throws(SystemError) -> Bool in
            for (digest, entry) in records { state.take(digest, entry) }
            if state.file == nil { state.file = FileDescriptor.Box(try directory.appendedFile(Self.filename)) }
            try state.file?.descriptor.write(Self.bytes(records))
            return state.recordCount > 2 * state.entries.count + Self.mostSurplus
        }
        if isSurplus { try rewrite() }
    }

    private func rewrite() throws(SystemError) {
        try state.withLock { (state: inout sending State) throws(SystemError) in
            let bytes = Self.bytes(state.entries.map { ($0.key, $0.value) })
            try directory.write(bytes, to: Self.filename, through: temporary.appending(Self.filename))
            state.file = nil
            state.recordCount = state.entries.count
        }
    }

    private static func bytes(_ records: [(Fingerprint, Entry)]) -> [UInt8] {
        var writer = ByteWriter(capacity: records.count * recordSize)
        for (digest, entry) in records {
            writer.write(digest.high)
            writer.write(digest.low)
            writer.write(entry.length)
            writer.write(entry.lastLook)
        }
        return writer.bytes
    }
}
