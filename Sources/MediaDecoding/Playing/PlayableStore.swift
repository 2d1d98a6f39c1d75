import Platform
import Synchronization

/// Videos made playable, on disk, under a limit of bytes: those not looked at the longest go first.
///
/// 1. A video is written under a temporary name, put on the disk, and renamed: what has its name is whole.
/// 2. What is not finished is removed by the next run.
/// 3. The time of change of a file is when it was last asked for.
///
/// All methods block.
final class PlayableStore: Sendable {
    private static let temporaryPrefix = Array("tmp-".utf8)

    private let directory: Directory
    private let byteLimit: Int64
    private let nextTemporary = Atomic<Int>(0)
    private let cleaning = Mutex(())

    /// Opens the store in `path`, whose parent must exist, and removes what an earlier run did not finish.
    init(directory path: FileName, byteLimit: Int64) throws(SystemError) {
        try Directory.make(at: path)
        directory = try Directory(at: path)
        self.byteLimit = byteLimit
        for name in try directory.names() where name.bytes.starts(with: Self.temporaryPrefix) {
            try? directory.remove(name)
        }
        cleanUp()
    }

    /// Opens a video; nil where it is not there.
    func open(_ name: FileName) -> FileDescriptor.Box? {
        guard let file = try? directory.file(name) else { return nil }
        try? file.touch()
        return FileDescriptor.Box(file)
    }

    /// Makes a file to write a video to.
    func makeTemporary() throws(SystemError) -> (name: FileName, file: FileDescriptor.Box) {
        let number = nextTemporary.add(1, ordering: .relaxed).newValue
        let name = FileName(bytes: Self.temporaryPrefix + "\(number)".utf8)
        return (name, FileDescriptor.Box(try directory.makeNewFile(name)))
    }

    /// Keeps what was written.
    /// - Returns: whether it was kept; what is longer than all may be together is not.
    func keep(_ temporary: FileName, _ file: FileDescriptor.Box, as name: FileName) throws(SystemError) -> Bool {
        guard try file.descriptor.status().stamp.size <= byteLimit else {
            discard(temporary)
            return false
        }
        try file.descriptor.synchronize()
        try directory.rename(temporary, to: name)
        cleanUp(sparing: name)
        return true
    }

    /// Removes what is not to be kept.
    func discard(_ temporary: FileName) { try? directory.remove(temporary) }

    /// Removes what was not asked for the longest until the rest is within the limit. There are some hundred at most.
    private func cleanUp(sparing spared: FileName? = nil) {
        cleaning.withLock { _ in
            var files: [(name: FileName, stamp: FileStamp)] = []
            for name in (try? directory.names()) ?? [] where !name.bytes.starts(with: Self.temporaryPrefix) {
                if let status = try? directory.status(of: name) { files.append((name, status.stamp)) }
            }
            files.sort { $0.stamp.modified < $1.stamp.modified }
            var size = files.reduce(0) { $0 + $1.stamp.size }
            for file in files where size > byteLimit && file.name != spared {
                if (try? directory.remove(file.name)) != nil { size -= file.stamp.size }
            }
        }
    }
}
