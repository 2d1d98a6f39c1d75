import Platform

/// What happened to one name, a file's or a directory's, that is still to be told.
struct PendingFile {
    enum State: Equatable {
        /// It is whole, or gone for good: to be looked at with the next batch.
        case due
        /// It was made and not closed.
        case unfinished(Stillness, since: MonotonicTime)
        /// It has not been closed for long; to be looked at with the next batch, if it holds still.
        case unfinishedDue(Stillness)
        /// It is gone, and may be made anew by the program that is at work.
        case absent(since: MonotonicTime)
        /// It is whole, but its name says that it won't stay.
        case transient(since: MonotonicTime)
    }

    var state: State
    /// Whether something may have been there that was told of earlier.
    var mayHaveExisted: Bool
    /// Whether what is there now was never told of.
    var isFresh: Bool
    /// Whether it came here by a move that is still to be told.
    var cameByMove = false

    /// Whether somebody is expected to close it.
    var isAwaited: Bool {
        if case .unfinished = state { true } else { false }
    }

    var isBeingWritten: Bool {
        switch state {
        case .unfinished, .unfinishedDue: true
        case .due, .absent, .transient: false
        }
    }
}

/// A name in a directory.
struct EntryPlace: Hashable {
    var directory: RootedPath
    var name: FileName

    var path: RootedPath { directory.appending(name) }
}
