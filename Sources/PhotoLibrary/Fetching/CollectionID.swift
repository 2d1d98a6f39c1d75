/// Names a collection. Its text is fit for URLs.
public enum CollectionID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Every asset.
    case all
    /// The assets that a rule chooses.
    case smartAlbum(SmartAlbum)
    /// The assets directly in a directory.
    case folder(FolderID)

    /// The text that clients see: `all`, the smart album's name, or the folder's id.
    public var description: String {
        switch self {
        case .all: "all"
        case .smartAlbum(let album): album.rawValue
        case .folder(let id): id.description
        }
    }

    /// Reads what `description` writes; nil for any other text.
    public init?(_ text: String) {
        if text == "all" {
            self = .all
        } else if let album = SmartAlbum(rawValue: text) {
            self = .smartAlbum(album)
        } else if let id = FolderID(text) {
            self = .folder(id)
        } else {
            return nil
        }
    }

    /// The order that the collection is shown in unless another is asked for: the last added first in `recentlyAdded`, the
    /// last taken first elsewhere.
    public var defaultSort: FetchSort {
        self == .smartAlbum(.recentlyAdded) ? FetchSort(.added) : FetchSort(.taken)
    }
}
