/// Which of a thing's facts changed, by the names that they have in JSON.
public struct ChangedFields: OptionSet, Hashable, Sendable {
    /// The bits as the change log keeps them; one that has been given stays.
    public let rawValue: UInt64
    /// Takes bits from the change log.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    private init(bit: Int) { rawValue = 1 << UInt64(bit) }

    static let mediaType = ChangedFields(bit: 0)
    static let mediaSubtypes = ChangedFields(bit: 1)
    static let filename = ChangedFields(bit: 2)
    static let folderID = ChangedFields(bit: 3)
    static let pixelWidth = ChangedFields(bit: 4)
    static let pixelHeight = ChangedFields(bit: 5)
    static let duration = ChangedFields(bit: 6)
    static let creationDate = ChangedFields(bit: 7)
    static let creationDateSource = ChangedFields(bit: 8)
    static let modificationDate = ChangedFields(bit: 9)
    static let addedDate = ChangedFields(bit: 10)
    static let location = ChangedFields(bit: 11)
    static let camera = ChangedFields(bit: 12)
    static let isFavorite = ChangedFields(bit: 13)
    static let isHidden = ChangedFields(bit: 14)
    static let rating = ChangedFields(bit: 15)
    static let title = ChangedFields(bit: 16)
    static let description = ChangedFields(bit: 17)
    static let keywords = ChangedFields(bit: 18)
    static let burstIdentifier = ChangedFields(bit: 19)
    static let resources = ChangedFields(bit: 20)
    static let thumbnailURL = ChangedFields(bit: 21)
    static let state = ChangedFields(bit: 22)
    static let problems = ChangedFields(bit: 23)
    static let assetCount = ChangedFields(bit: 24)
    static let keyAssetID = ChangedFields(bit: 25)
    static let startDate = ChangedFields(bit: 26)
    static let endDate = ChangedFields(bit: 27)
    static let canPerform = ChangedFields(bit: 28)
    static let parentID = ChangedFields(bit: 29)

    static let video = ChangedFields(bit: 30)
    static let details = ChangedFields(bit: 31)

    /// All that an asset has.
    static let ofAssets = ChangedFields(rawValue: (1 << 24) - 1).union([.video, .details])

    private static let allNames = [
        "mediaType", "mediaSubtypes", "filename", "folderID", "pixelWidth", "pixelHeight", "duration", "creationDate",
        "creationDateSource", "modificationDate", "addedDate", "location", "camera", "isFavorite", "isHidden",
        "rating", "title", "description", "keywords", "burstIdentifier", "resources", "thumbnailURL", "state",
        "problems", "assetCount", "keyAssetID", "startDate", "endDate", "canPerform", "parentID", "video",
        "details",
    ]

    /// The names, always in the same order.
    public var names: [String] {
        Self.allNames.enumerated().filter { rawValue >> UInt64($0.offset) & 1 == 1 }.map(\.element)
    }

    /// Sets the fields in which two values differ.
    mutating func note<Value: Equatable>(_ fields: ChangedFields, _ before: Value, _ after: Value) {
        if before != after { formUnion(fields) }
    }
}
