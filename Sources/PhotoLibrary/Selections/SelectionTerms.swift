public import Platform

/// What the caller may change of a selection while it is open.
public struct SelectionTerms: Sendable, Hashable {
    /// JSON of the caller's own, returned as it came.
    public var metadata: [UInt8]?
    /// The address to be told how it ended.
    public var callbackURL: String?
    /// When it ends by itself.
    public var expiryDate: Timestamp?

    /// Makes terms.
    public init(metadata: [UInt8]? = nil, callbackURL: String? = nil, expiryDate: Timestamp? = nil) {
        self.metadata = metadata
        self.callbackURL = callbackURL
        self.expiryDate = expiryDate
    }
}
