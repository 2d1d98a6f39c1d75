import FoundationEssentials
import HTTPServing
import PhotoLibrary
import Platform

/// What is kept of a picked asset when its selection is completed: what was known of it, and where its files are served.
struct SelectionFacts: Codable {
    /// A file, or a part of one.
    struct File: Codable {
        let kind: String
        let number: Int
        let filename: String
        let contentType: String?
        let byteCount: Int64
        /// Where it is served, with the content that it had; not signed yet.
        let target: String
    }

    /// The asset's JSON.
    let asset: String
    /// The main file first.
    let files: [File]
    /// Where the edited picture is served; nil where nothing was changed.
    let edited: String?

    /// How long links hold at least: as long as an ended selection can be asked for.
    private static let linkLifetime = Duration.seconds(7 * 24 * 60 * 60)

    init(_ detail: AssetDetail, _ edit: SelectionEdit, in selection: SelectionID) {
        asset = String(decoding: detail.json, as: UTF8.self)
        files = detail.resources.map { resource in
            let url = resource.url(of: detail.id)
            return File(
                kind: resource.kind.name, number: resource.number, filename: resource.filename.description,
                contentType: resource.contentType, byteCount: resource.byteCount,
                target: url + (url.contains("?") ? "&" : "?") + "v=\(resource.file.contentTag)")
        }
        edited = EditedPicture(of: detail, edit).map { _ in EditedPicture.url(in: selection, of: detail) }
    }

    /// Reads what `encoded` wrote.
    init?(decoding bytes: [UInt8]) {
        guard let facts = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = facts
    }

    /// As the catalogue keeps it.
    var encoded: [UInt8]? { (try? JSONEncoder().encode(self)).map(Array.init) }

    /// Writes the members `asset` and `links` of an item.
    func write(to writer: inout JSONWriter, signer: URLSigner) {
        func link(_ target: String) -> String { signer.sign(target, for: Self.linkLifetime) }
        writer.key("asset")
        writer.raw(Array(asset.utf8))
        writer.key("links")
        writer.beginObject()
        writer.key("original")
        writer.value(files.first.map { link($0.target) })
        writer.key("edited")
        writer.value(edited.map(link))
        writer.key("resources")
        writer.beginArray()
        for file in files {
            writer.beginObject()
            writer.key("kind")
            writer.value(file.kind)
            writer.key("number")
            writer.value(file.number)
            writer.key("filename")
            writer.value(file.filename)
            writer.key("contentType")
            writer.value(file.contentType)
            writer.key("byteCount")
            writer.value(file.byteCount)
            writer.key("url")
            writer.value(link(file.target))
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }
}
