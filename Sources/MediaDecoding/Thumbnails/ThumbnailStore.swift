public import Platform
import Synchronization

/// Thumbnails on disk, under a limit of bytes: those not looked at the longest go first.
///
/// 1. A file is written under a temporary name and renamed, so that readers see all of it or nothing.
/// 2. A file that is not whole counts as missing, and is written again.
/// 3. The time of change of a file is when it was last looked at, give or take `touchInterval`.
///
/// All methods block: they are for a `BlockingPool`.
public final class ThumbnailStore: Sendable {
    /// How much of the limit is left after a clean-up, so that it is not needed again at once.
    private static let shareKept = 0.9
    /// How old the last look may be before it is written down: reading must not mean writing.
    private static let touchInterval: Int64 = 24 * 3600
    /// Where files are written before they get their names.
    private static let temporaryFolder = FileName("tmp")

    private let directory: Directory
    private let byteLimit: Int64
    /// Bytes of all files, as far as they have been counted.
    private let byteCount = Mutex<Int64>(0)
    private let nextTemporary = Atomic<Int>(0)
    /// Held by the one thread that cleans up.
    private let isCleaning = Atomic<Bool>(false)

    /// Opens the store in `directory`, whose parent must exist; makes it where it is missing.
    public init(directory path: FileName, byteLimit: Int64) throws(SystemError) {
        let parent = FileName(bytes: path.bytes.dropLast(path.lastComponent.bytes.count))
        try Directory(at: parent.bytes.isEmpty ? FileName(".") : parent).makeDirectory(path.lastComponent)
        directory = try Directory(at: path)
        self.byteLimit = byteLimit
        try directory.makeDirectory(Self.temporaryFolder)
    }

    /// Counts what an earlier run left, and removes what it did not finish. Takes a second for 200,000 files.
    public func start() {
        if let temporary = try? directory.directory(Self.temporaryFolder) {
            for name in (try? temporary.names()) ?? [] { try? temporary.remove(name) }
        }
        var found: Int64 = 0
        forEachFile { _, stamp in found += stamp.size }
        byteCount.withLock { $0 += found }
        cleanUpIfNeeded()
    }

    /// Bytes that the thumbnails take.
    public var size: Int64 { byteCount.withLock { $0 } }

    /// Reads a thumbnail; nil where it is missing or damaged.
    func read(_ key: ThumbnailKey) -> RenderedImage? {
        guard let file = try? directory.file(Self.path(key)), let stamp = try? file.status().stamp,
            stamp.size <= StoredThumbnail.longest, let bytes = try? file.read(count: Int(stamp.size), at: 0),
            let image = StoredThumbnail.decode(bytes)
        else { return nil }
        if Timestamp.now.seconds - stamp.modified.seconds > Self.touchInterval { try? file.touch() }
        return image
    }

    /// Whether a thumbnail is there, which may turn out to be damaged.
    func has(_ key: ThumbnailKey) -> Bool { (try? directory.status(of: Self.path(key))) != nil }

    /// Whether so much is taken that little more goes in without others going.
    var isNearlyFull: Bool { Double(size) > Double(byteLimit) * Self.shareKept * Self.shareKept }

    /// Writes a thumbnail.
    /// - Throws: what the file system refuses with, such as `ENOSPC`.
    func write(_ image: RenderedImage, for key: ThumbnailKey) throws(SystemError) {
        let path = Self.path(key)
        let number = nextTemporary.add(1, ordering: .relaxed).newValue
        let bytes = StoredThumbnail.encode(image)
        guard Int64(bytes.count) <= byteLimit else { return }
        try directory.makeDirectory(Self.folder(key))
        let replaced = (try? directory.status(of: path).stamp.size) ?? 0
        try directory.write(bytes, to: path, through: Self.temporaryFolder.appending(FileName("\(number)")))
        byteCount.withLock { $0 += Int64(bytes.count) - replaced }
        cleanUpIfNeeded()
    }

    /// Removes the files that were not looked at the longest until enough room is left.
    private func cleanUpIfNeeded() {
        guard size > byteLimit, !isCleaning.exchange(true, ordering: .acquiring) else { return }
        defer { isCleaning.store(false, ordering: .releasing) }
        var files: [(path: FileName, stamp: FileStamp)] = []
        forEachFile { files.append(($0, $1)) }
        files.sort { $0.stamp.modified < $1.stamp.modified }
        var left = files.reduce(0) { $0 + $1.stamp.size }
        let counted = left
        let goal = Int64(Double(byteLimit) * Self.shareKept)
        for file in files {
            if left <= goal { break }
            guard (try? directory.remove(file.path)) != nil else { continue }
            left -= file.stamp.size
        }
        byteCount.withLock { $0 -= counted - left }
    }

    private func forEachFile(_ body: (FileName, FileStamp) -> Void) {
        for name in (try? directory.names()) ?? [] where name.bytes.count == 2 {
            guard let folder = try? directory.directory(name) else { continue }
            try? folder.forEachEntry { entry in
                if let status = try? entry.status(), status.kind == .regular {
                    body(name.appending(entry.name), status.stamp)
                }
            }
        }
    }

    /// The first two digits of the digest: 256 folders.
    private static func folder(_ key: ThumbnailKey) -> FileName { FileName(String(key.digest.hexadecimal.prefix(2))) }

    private static func path(_ key: ThumbnailKey) -> FileName {
        let digits = key.digest.hexadecimal
        return FileName("\(digits.prefix(2))/\(digits.dropFirst(2))")
    }
}
