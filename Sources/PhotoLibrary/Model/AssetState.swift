/// What a person can do with an asset now.
public enum AssetState: String, Sendable, CaseIterable {
    /// Its file was read.
    case ready
    /// Its file was listed and not read yet.
    case pending
    /// Its root can't be reached; nothing is lost.
    case offline
    /// Its file could not be read or makes no sense.
    case unreadable

    /// The state of an asset whose main file is in `state`.
    public init(_ state: Resource.State, isOnline: Bool) {
        guard isOnline else {
            self = .offline
            return
        }
        self =
            switch state {
            case .pending: .pending
            case .ready: .ready
            case .unreadable: .unreadable
            }
    }
}
