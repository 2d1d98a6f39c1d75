public import Platform

/// A removed asset with all that was known of it, so that it comes back as itself if its content returns: the same id,
/// favourite, title. Putting an asset with its id ends the tombstone.
public struct Tombstone: Hashable, Sendable {
    /// How long a tombstone is kept.
    public static let lifetime = Duration.seconds(30 * 24 * 60 * 60)

    /// The asset as it was. Its folder may be gone.
    public var asset: Asset
    /// When it was removed.
    public var removedDate: Timestamp

    /// Makes a tombstone.
    public init(asset: Asset, removedDate: Timestamp) {
        self.asset = asset
        self.removedDate = removedDate
    }
}
