import PhotoLibrary
import Platform

/// What is served of an asset under one URL: a file, or a part of one.
struct ServedResource: Sendable {
    /// What it is to the asset.
    let kind: Resource.Kind
    /// Its place among the asset's resources of that kind, from 1.
    let number: Int
    /// The file that holds it.
    let file: Resource
    /// Which bytes of the file it is; nil for all of them.
    let part: Range<Int64>?
    /// Its name; that of what is part of a file is the file's, with another extension.
    let filename: FileName
    /// Its type by content; nil where it is not known.
    let contentType: String?

    /// Its length in bytes, as far as is known.
    var byteCount: Int64 { part.map { Int64($0.count) } ?? file.stamp.size }

    /// Its URL on this server.
    func url(of id: AssetID) -> String {
        "/assets/\(id)/resources/\(kind.name)" + (number > 1 ? "?number=\(number)" : "")
    }
}

extension Asset {
    /// All that is served of the asset, the main file first.
    var servedResources: [ServedResource] {
        var counts: [Resource.Kind: Int] = [:]
        func served(_ resource: Resource, as kind: Resource.Kind, part: Range<Int64>? = nil) -> ServedResource {
            counts[kind, default: 0] += 1
            let isPart = part != nil
            return ServedResource(
                kind: kind, number: counts[kind] ?? 1, file: resource, part: part,
                filename: isPart ? FileName(bytes: resource.filename.stem.bytes + ".mp4".utf8) : resource.filename,
                contentType: isPart ? "video/mp4" : resource.contentType)
        }
        let main = resources.prefix(1).map { served($0, as: $0.kind) }
        let motion = motionVideo.map { served(primary, as: .pairedVideo, part: $0) }
        return main + [motion].compactMap(\.self) + allResources.dropFirst().map { served($0, as: $0.kind) }
    }
}
