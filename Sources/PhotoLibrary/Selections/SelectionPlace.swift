/// Where an asset stands in a selection.
struct SelectionPlace: OrderedElement {
    let assetID: AssetID
    let place: Int64

    var orderKey: AssetID { assetID }
    /// Nobody asks for this order's checksum.
    var checksumValue: UInt64 { 0 }
}
