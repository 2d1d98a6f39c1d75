/// Says that a step was refused, and how the selection is.
public struct SelectionRefused: Error {
    /// Why.
    public let refusal: SelectionRefusal
    /// The selection at that moment; nil where there is none.
    public let selection: Selection?

    /// Says why, and how the selection is.
    public init(refusal: SelectionRefusal, selection: Selection?) {
        self.refusal = refusal
        self.selection = selection
    }
}
