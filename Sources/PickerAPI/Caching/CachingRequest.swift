import HTTPServing
import MediaDecoding
import PhotoLibrary

/// What a client wants thumbnails of soon: a part of a list, and how it will ask for them.
struct CachingRequest: Sendable {
    /// The members that say which part of a list.
    static let parameters = ["offset", "limit"]

    /// Places in the list.
    let range: Range<Int>
    /// The thumbnails.
    let render: RenderRequest

    /// - Throws: 400 that names the parameter.
    init(_ parameters: Parameters) throws(HTTPProblem) {
        let offset = try parameters.number("offset", in: 0...FetchQuery.largestOffset) ?? 0
        let limit =
            try parameters.number("limit", in: 0...CachingWindow.mostAssets) ?? FetchQuery.standardLimit
        range = offset..<(offset + limit)
        render = try ThumbnailQuery.picture(of: parameters, format: try ThumbnailQuery.format(parameters) ?? .jpeg)
    }

    /// The assets of a list that are meant.
    func assets(of list: FetchResult) -> [AssetSummary] { list.summaries(in: range.clamped(to: 0..<list.count)) }
}
