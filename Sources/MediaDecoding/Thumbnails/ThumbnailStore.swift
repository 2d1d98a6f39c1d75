public import Platform
import Synchronization

/// Thumbnails on disk, under a limit of bytes: those not looked at the longest go first.
///
/// 1. A file is written under a temporary name and renamed, so that readers see all of it or nothing.
/// 2. A file that is not whole counts as missing, and is written again.
/// 3. The index says what is there; a thumbnail is in it before its file is in place.
///
/// All methods block: they are for a `BlockingPool`.
public final class ThumbnailStore: Sendable {
    /// How much of the limit is left after a clean-up, so that it is not needed again at once.
    private static let shareKept = 0.9
    /// How old the last look may be before it is written down: reading must not mean writing.
    private static let touchInterval: UInt32 = 24 * 3600
    /// Where files are written before they get their names.
    private static let temporaryFolder = FileName("tmp")

    private let directory: Directory
    private let byteLimit: Int64
    private let index: ThumbnailIndex
    private let now: @Sendable () -> Timestamp
    private let nextTemporary = Atomic<Int>(0)
    /// Held by the one thread that cleans up.
    private let isCleaning = Atomic<Bool>(false)

    /// Opens the store in `directory`, whose parent must exist; makes it where it is missing.
    public convenience init(directory: FileName, byteLimit: Int64) throws(SystemError) {
        try self.init(directory: directory, byteLimit: byteLimit) { .now }
    }

    init(directory path: FileName, byteLimit: Int64, now: @escaping @Sendable () -> Timestamp) throws(SystemError) {
        let parent = FileName(bytes: path.bytes.dropLast(path.lastComponent.bytes.count))
        try Directory(at: parent.bytes.isEmpty ? FileName(".") : parent).makeDirectory(path.lastComponent)
        directory = try Directory(at: path)
        self.byteLimit = byteLimit
        self.now = now
        try directory.makeDirectory(Self.temporaryFolder)
        index = ThumbnailIndex(in: try Directory(at: path), temporary: Self.temporaryFolder)
    }

    /// Learns what an earlier run left, and removes what it did not finish. Where there is no index every file is looked
    /// at, which takes a second for 200,000.
    public func start() throws(SystemError) {
        if let temporary = try? directory.directory(Self.temporaryFolder) {
            for name in (try? temporary.names()) ?? [] { try? temporary.remove(name) }
        }
        if try !index.load() {
            var found: [(Fingerprint, FileStamp)] = []
            forEachFile { found.append(($0, $1)) }
            for (digest, stamp) in found { try index.put(digest, entry(stamp.size, stamp.modified)) }
        }
        cleanUpIfNeeded()
    }

    /// Bytes that the thumbnails take.
    public var size: Int64 { index.byteCount }

    /// Reads a thumbnail; nil where it is missing or damaged.
    func read(_ key: ThumbnailKey) -> RenderedImage? {
        let digest = key.digest
        guard let file = try? directory.file(Self.path(digest)), let stamp = try? file.status().stamp,
            stamp.size <= StoredThumbnail.longest, let bytes = try? file.read(count: Int(stamp.size), at: 0),
            let image = StoredThumbnail.decode(bytes)
        else {
            if index[digest] != nil { try? index.remove([digest]) }
            return nil
        }
        let looked = entry(stamp.size, now())
        if let known = index[digest], known.length == looked.length,
            looked.lastLook < known.lastLook &+ Self.touchInterval
        {
            return image
        }
        try? index.put(digest, looked)
        return image
    }

    /// Whether a thumbnail is there, which may turn out to be damaged.
    func has(_ key: ThumbnailKey) -> Bool { index[key.digest] != nil }

    /// Whether so much is taken that little more goes in without others going.
    var isNearlyFull: Bool { Double(size) > Double(byteLimit) * Self.shareKept * Self.shareKept }

    /// Writes a thumbnail.
    /// - Throws: what the file system refuses with, such as `ENOSPC`.
    func write(_ image: RenderedImage, for key: ThumbnailKey) throws(SystemError) {
        let digest = key.digest
        let number = nextTemporary.add(1, ordering: .relaxed).newValue
        let bytes = StoredThumbnail.encode(image)
        guard Int64(bytes.count) <= byteLimit else { return }
        try directory.makeDirectory(Self.folder(digest))
        try index.put(digest, entry(Int64(bytes.count), now()))
        do throws(SystemError) {
            try directory.write(
                bytes, to: Self.path(digest), through: Self.temporaryFolder.appending(FileName("\(number)")))
        } catch {
            try? index.remove([digest])
            throw error
        }
        cleanUpIfNeeded()
    }

    private func entry(_ size: Int64, _ time: Timestamp) -> ThumbnailIndex.Entry {
        ThumbnailIndex.Entry(length: UInt32(clamping: size), lastLook: UInt32(clamping: time.seconds))
    }

    /// Removes the files that were not looked at the longest until enough room is left.
    private func cleanUpIfNeeded() {
        guard size > byteLimit, !isCleaning.exchange(true, ordering: .acquiring) else { return }
        defer { isCleaning.store(false, ordering: .releasing) }
        let oldest = index.oldest(downTo: Int64(Double(byteLimit) * Self.shareKept))
        // Those that are gone already go from the index, too.
        for digest in oldest { try? directory.remove(Self.path(digest)) }
        try? index.remove(oldest)
    }

    private func forEachFile(_ body: (Fingerprint, FileStamp) -> Void) {
        for name in (try? directory.names()) ?? [] where name.bytes.count == 2 {
            guard let folder = try? directory.directory(name) else { continue }
            try? folder.forEachEntry { entry in
                if let status = try? entry.status(), status.kind == .regular,
                    let digest = Fingerprint(hexadecimal: "\(name)\(entry.name)")
                {
                    body(digest, status.stamp)
                }
            }
        }
    }

    /// The first two digits of the digest: 256 folders.
    private static func folder(_ digest: Fingerprint) -> FileName { FileName(String(digest.hexadecimal.prefix(2))) }

    private static func path(_ digest: Fingerprint) -> FileName {
        let digits = digest.hexadecimal
        return FileName("\(digits.prefix(2))/\(digits.dropFirst(2))")
    }
}
