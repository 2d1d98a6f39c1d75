public import Platform

/// A place beneath one of the folders that are watched.
public struct RootedPath: Hashable, Sendable, CustomStringConvertible {
    /// The number that the owner of the watcher gave the folder.
    public let root: Int
    /// The path from that folder, without slashes at its ends; empty for the folder itself.
    public let path: FileName

    /// Makes a place.
    public init(root: Int, path: FileName = FileName("")) {
        self.root = root
        self.path = path
    }

    /// The place of `name` in this directory.
    public func appending(_ name: FileName) -> RootedPath { RootedPath(root: root, path: path.appending(name)) }

    /// Whether this is `directory` or lies in it.
    public func isWithin(_ directory: RootedPath) -> Bool {
        guard root == directory.root else { return false }
        let (inner, outer) = (path.bytes, directory.path.bytes)
        return outer.isEmpty
            || inner.starts(with: outer) && (inner.count == outer.count || inner[outer.count] == UInt8(ascii: "/"))
    }

    /// The number and the path, for logs.
    public var description: String { "\(root):\(path)" }

    /// The place that this one has after the directory `old`, in which it is, was moved to `new`.
    func moved(from old: RootedPath, to new: RootedPath) -> RootedPath {
        let rest = path.bytes.dropFirst(old.path.bytes.count).drop { $0 == UInt8(ascii: "/") }
        if rest.isEmpty { return new }
        return new.appending(FileName(bytes: rest))
    }
}
