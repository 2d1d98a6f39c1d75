/// What a client asks of a selection.
public enum SelectionStep: Sendable {
    /// To pick and put back: all of these, or none.
    case items([SelectionAction])
    /// To change its terms, from what they are.
    case terms(@Sendable (SelectionTerms) -> SelectionTerms)
    /// To complete it; with `withoutGone`, leaving out assets that are not there any more. `facts` are kept of the others
    /// for as long as the selection is.
    case complete(withoutGone: Bool, facts: [AssetID: [UInt8]] = [:])
    /// To cancel it.
    case cancel
}
