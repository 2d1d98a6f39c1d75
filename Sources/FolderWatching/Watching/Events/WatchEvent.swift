public import Platform

/// Something that happened on disk, in the order of the kernel's queue. Paths are those of the moment it happened.
public enum WatchEvent: Hashable, Sendable {
    /// What can happen to a name (inotify(7)).
    public enum Kind: Hashable, Sendable {
        /// A file was made; if it was opened for that, a `closedWrite` follows once its writer is done.
        case created
        /// A file that was open for writing was closed.
        case closedWrite
        /// The name went elsewhere; `movedTo` with the same cookie says where to, unless that is not watched.
        case movedFrom(cookie: UInt32)
        /// The name came from elsewhere, over a file that may have been there.
        case movedTo(cookie: UInt32)
        /// The name was removed.
        case deleted
        /// Times, permissions, owner or number of links changed.
        case attributes
    }

    /// Why a part of a tree must be compared with what is known of it.
    public enum RescanReason: String, Hashable, Sendable {
        /// The kernel's queue was full and events are missing.
        case overflow
        /// The kernel gave up a watch without telling why.
        case watchLost
        /// A file system in the tree was mounted or unmounted.
        case mounts
        /// It is not watched, and its time has come.
        case polling
        /// It can be watched again, after a time when it could not.
        case watchedAgain
        /// More happened than is worth telling one by one.
        case tooManyChanges
        /// The root is there again.
        case rootBack
    }

    /// How a root was lost.
    public enum RootLoss: String, Hashable, Sendable {
        /// It was moved, or another directory is in its place.
        case moved
        /// It was removed.
        case deleted
        /// Its file system was unmounted.
        case unmounted
        /// It is there but can't be read.
        case denied
    }

    /// Something happened to `name` in `directory`.
    case entry(Kind, directory: RootedPath, name: FileName, isDirectory: Bool)
    /// A directory is there that was not before; from now on it is watched, or polled where it can't be. Directories
    /// in it follow, each with an event of its own; files in it don't.
    case appeared(RootedPath)
    /// Everything at and beneath this place must be compared.
    case rescan(RootedPath, RescanReason)
    /// The root can't be reached; nothing can be said of what is in it.
    case rootGone(Int, RootLoss)
    /// The root can be reached again and is watched; a `rescan` of it follows.
    case rootBack(Int)
}
