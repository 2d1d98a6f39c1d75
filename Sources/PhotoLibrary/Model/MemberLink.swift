/// Says that the id of a group's member leads to the asset that is shown for the group.
public struct MemberLink: Hashable, Sendable, Identifiable {
    /// The member.
    public let id: AssetID
    /// The asset that is shown; nil where the member is by itself again, or gone.
    public let ownerID: AssetID?

    /// Makes a link.
    public init(id: AssetID, ownerID: AssetID?) {
        self.id = id
        self.ownerID = ownerID
    }
}

extension MemberLink: OrderedElement {
    var orderKey: AssetID { id }
    var checksumValue: UInt64 { 0 }
}
