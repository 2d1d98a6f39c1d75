/// Names a selection.
public struct SelectionID: LibraryIdentifier {
    /// The number as the catalogue keeps it.
    public let rawValue: Int64
    /// Takes a number from the catalogue.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}
