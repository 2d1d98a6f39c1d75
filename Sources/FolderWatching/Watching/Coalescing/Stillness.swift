public import Platform

/// How long a file must have been left alone to be taken for whole, where nobody was seen closing it.
public enum Stillness: Hashable, Sendable {
    /// It was found in a listing; whoever wrote it may be done.
    case found
    /// It was seen when it was made, and was not closed since: almost certainly somebody has it open.
    case open

    /// The time without a write. A network copy stalls for seconds while its file is open.
    public var duration: Duration {
        switch self {
        case .found: .seconds(1)
        case .open: .seconds(10)
        }
    }

    /// Whether a file in the state `stamp` is whole. A modification time in the future was set on purpose, as copying
    /// programs do when they are done.
    public func isWhole(_ stamp: FileStamp, now: Timestamp) -> Bool {
        let age = now.nanoseconds.subtractingReportingOverflow(stamp.modified.nanoseconds)
        return age.overflow || age.partialValue < 0 || age.partialValue >= duration.wholeNanoseconds
    }
}
