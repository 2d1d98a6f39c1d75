import Foundation
import TestSupport

/// What the tests read of an asset.
struct AssetJSON: Decodable, Equatable {
    struct Problem: Decodable, Equatable {
        let code: String
        let detail: String
    }
    struct Resource: Decodable, Equatable {
        let kind: String
        let filename: String
        let contentType: String?
        let byteCount: Int
        let url: String?
    }

    struct Video: Decodable, Equatable {
        let codec: String?
        let isPlayable: Bool
        let playableURL: String
    }

    let id: String
    let mediaType: String
    let mediaSubtypes: [String]
    let filename: String
    let folderID: String
    let pixelWidth: Int?
    let pixelHeight: Int?
    let creationDate: String?
    let creationDateSource: String?
    let modificationDate: String
    let addedDate: String
    let duration: Double?
    let video: Video?
    let resources: [Resource]
    let originalURL: String
    let thumbnailURL: String
    let state: String
    let problems: [Problem]

    /// Width and height.
    var pixels: [Int?] { [pixelWidth, pixelHeight] }
}

struct PageJSON: Decodable {
    let version: Int
    let total: Int
    let items: [AssetJSON]
    let next: String?
}

struct CollectionJSON: Decodable, Equatable {
    let id: String
    let type: String
    let title: String
    let assetCount: Int
    let parentID: String?
    let thumbnailURL: String?
}

struct CollectionsJSON: Decodable {
    struct Section: Decodable { let collections: [CollectionJSON] }
    let sections: [Section]

    var folders: [CollectionJSON] { sections.flatMap(\.collections).filter { $0.type == "folder" } }
}

struct HealthJSON: Decodable {
    struct Index: Decodable {
        let state: String
        let listedCount: Int
        let pendingCount: Int
    }
    struct Root: Decodable {
        let id: String?
        let state: String
        let detail: String?
    }
    struct Storage: Decodable {
        let isWritable: Bool
        let thumbnailByteCount: Int
    }
    let status: String
    let version: Int
    let index: Index
    let roots: [Root]
    let storage: Storage
}

struct ProblemJSON: Decodable {
    let type: String
    let status: Int
    let detail: String?
    let code: String?
}

extension ServerUnderTest {
    /// Every asset, by following the pages.
    func assets(_ query: String = "", limit: Int = 100) throws -> [AssetJSON] {
        var items: [AssetJSON] = []
        var next: String? = "/assets?limit=\(limit)" + query
        while let target = next {
            let page: PageJSON = try json(target)
            items += page.items
            next = page.next
        }
        return items
    }

    /// Every asset by its filename.
    func assetsByName() throws -> [String: AssetJSON] {
        Dictionary(try assets().map { ($0.filename, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func health() throws -> HealthJSON { try json("/health") }

    /// A response's problem details.
    static func problem(_ response: RawHTTPClient.Response) throws -> ProblemJSON {
        try JSONDecoder().decode(ProblemJSON.self, from: Data(response.body))
    }
}
