/// What a step did: on the disk by the time that this is given.
public struct SelectionReceipt: Sendable {
    /// The selection after it.
    public let selection: Selection
    /// What it changed; nil where there was nothing to do.
    public let change: SelectionChange?
}
