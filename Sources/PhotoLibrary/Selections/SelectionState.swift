/// Where a selection is in its life. From open it goes to one of the others, once, and stays.
public enum SelectionState: Int, Sendable, CaseIterable {
    case open, completed, cancelled, expired

    /// The word that clients see.
    public var name: String {
        switch self {
        case .open: "open"
        case .completed: "completed"
        case .cancelled: "cancelled"
        case .expired: "expired"
        }
    }
}
