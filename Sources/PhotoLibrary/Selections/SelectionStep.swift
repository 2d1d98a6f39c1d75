/// What a client asks of a selection.
public enum SelectionStep: Sendable {
    /// To pick and put back: all of these, or none.
    case items([SelectionAction])
    /// To change its terms, from what they are.
    case terms(@Sendable (SelectionTerms) -> SelectionTerms)
    /// To complete it; with `withoutGone`, leaving out assets that are not there any more.
    case complete(withoutGone: Bool)
    /// To cancel it.
    case cancel
}
