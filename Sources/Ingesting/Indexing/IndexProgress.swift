public import Platform

/// How far the indexer is.
public struct IndexProgress: Hashable, Sendable {
    /// What the indexer does.
    public enum Phase: String, Sendable, CaseIterable {
        /// Nothing is to do.
        case idle
        /// Folders are listed and compared with the catalogue.
        case listing
        /// Files are read.
        case reading
        /// The data folder is full; goes on once there is space.
        case waitingForSpace
    }

    /// What the indexer does.
    public internal(set) var phase = Phase.idle
    /// Files found in this run.
    public internal(set) var filesListed = 0
    /// Directories found in this run.
    public internal(set) var foldersListed = 0
    /// Files that this run reads in all, as far as is known.
    public internal(set) var filesToRead = 0
    /// Files read in this run, failures counted.
    public internal(set) var filesRead = 0
    /// Length of the files read, in bytes.
    public internal(set) var bytesRead: Int64 = 0
    /// Files that could not be read or make no sense.
    public internal(set) var failures = 0
    /// Directories that could not be listed to their end.
    public internal(set) var unreadableFolders = 0
    /// Files read again since a newer reader came, beside the runs.
    public internal(set) var filesReread = 0
    /// Whether such files are being read.
    public internal(set) var isRereading = false
    /// Why the last run ended early; nil where it did not.
    public internal(set) var failure: String?
    /// When this run began to read; nil before.
    public internal(set) var readingSince: Timestamp?

    /// Makes the progress of nothing.
    public init() {}

    /// Files read each second since reading began.
    public func rate(at now: Timestamp) -> Double {
        guard let readingSince, now > readingSince else { return 0 }
        return Double(filesRead) * 1e9 / Double(now.nanoseconds - readingSince.nanoseconds)
    }

    /// Time until all files are read, at the rate so far; nil as long as none can be told.
    public func timeLeft(at now: Timestamp) -> Duration? {
        let rate = rate(at: now)
        guard phase == .reading, rate > 0 else { return nil }
        return .seconds(Double(max(0, filesToRead - filesRead)) / rate)
    }
}
