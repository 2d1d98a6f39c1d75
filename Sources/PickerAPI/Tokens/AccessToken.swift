import PhotoLibrary
public import Platform

/// A token as the server keeps it: all but the text that its bearer shows, of which it has the hash alone.
public struct AccessToken: Sendable, Codable, Hashable {
    /// Names it, for lists and for revoking it.
    public let id: String
    /// What a person called it.
    public let name: String
    /// What its bearer may do.
    public let scope: TokenScope
    /// SHA-256 of its text, in hexadecimal.
    let hash: String
    /// When it was made, in seconds since 1970 UTC.
    let createdSeconds: Int64
    /// When it ends to hold, in seconds since 1970 UTC; nil where it holds until it is revoked.
    let expirySeconds: Int64?
    /// Ids of the assets that its bearer sees, where it is limited.
    var assetIDs: [String]?
    /// Grows with every change of `assetIDs`.
    var subsetRevision: Int?

    /// When it was made.
    public var createdDate: Timestamp { Timestamp(seconds: createdSeconds) }

    /// The assets that its bearer sees, where it is limited.
    var assets: Set<AssetID> { Set((assetIDs ?? []).compactMap { AssetID($0) }) }

    /// When it ends to hold; nil where it holds until it is revoked.
    public var expiryDate: Timestamp? { expirySeconds.map { Timestamp(seconds: $0) } }

    /// Whether it holds at an instant.
    func holds(at now: Timestamp) -> Bool { expiryDate.map { now < $0 } ?? true }
}
