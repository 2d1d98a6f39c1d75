import HTTPServing
import MediaDecoding
import PhotoLibrary
import Platform

/// All files of what was picked, with the edited forms of pictures that were cut or turned, as one ZIP archive: `/selections/{id}/archive.zip`.
struct SelectionArchiveRoute: Sendable {
    /// Assets whose details are in memory at once; of a large selection only the files' names are kept.
    private static let loadedAtOnce = 1000

    let services: Services
    let details: AssetDetails

    func add(to router: inout Router) {
        router.on(
            .get, "/selections/{id}/archive.zip", query: ["withoutGone"], produces: ["application/zip"],
            access: .selection
        ) { request, parameters throws(HTTPProblem) in
            let withoutGone = try Parameters(request).word("withoutGone", of: ["true": true, "false": false])
            guard let id = SelectionID(parameters["id"]), let now = services.selections.snapshot(of: id) else {
                throw .noSelection
            }
            guard let outcome = now.selection.outcome, outcome.state == .completed else {
                throw .notCompleted(now.selection.state)
            }
            return .later { () async throws(HTTPProblem) in
                let files = try await files(of: outcome, withoutGone: withoutGone ?? false)
                return response(files, named: "selection-\(id).zip")
            }
        }
    }

    /// The files of all items in order, each once.
    private func files(
        of outcome: SelectionOutcome, withoutGone: Bool
    ) async throws(HTTPProblem) -> [ArchiveSource.Content] {
        let snapshot = services.library.snapshot
        var summaries: [AssetSummary] = []
        var edits: [AssetID: SelectionEdit] = [:]
        var goneCount = 0
        for item in outcome.items {
            // What belongs to another asset's group by now is served with it.
            if let summary = snapshot.summary(of: snapshot.owner(of: item.assetID) ?? item.assetID) {
                summaries.append(summary)
                edits[summary.id] = item.edit
            } else {
                goneCount += 1
            }
        }
        guard goneCount == 0 || withoutGone else { throw .archiveItemsGone(goneCount) }
        var files: [ArchiveSource.Content] = []
        var seen: Set<AssetID> = []
        while !summaries.isEmpty {
            let part = Array(summaries.prefix(Self.loadedAtOnce))
            summaries.removeFirst(part.count)
            let found = try await services.guarded { try await details.load(part, in: snapshot) }
            for detail in found where seen.insert(detail.id).inserted {
                guard detail.state != .offline else { throw .offline }
                files += contents(of: detail, edits[detail.id] ?? SelectionEdit())
            }
        }
        return files
    }

    /// All files of an asset; where the person changed the picture, the changed one stands for the main file.
    private func contents(of detail: AssetDetail, _ edit: SelectionEdit) -> [ArchiveSource.Content] {
        let files = detail.resources.map(ArchiveSource.Content.file)
        guard let picture = EditedPicture(of: detail, edit) else { return files }
        return [.picture(ThumbnailSource(detail: detail, services: services), picture)] + files.dropFirst()
    }

    private func response(_ files: [ArchiveSource.Content], named name: String) -> HTTPResponse {
        let stream = HTTPBodyStream { [services] writer in
            do {
                let source = try ArchiveSource(files) { try services.open($0) }
                while true {
                    switch try await services.blocking.run({ try source.next() }) {
                    case .bytes(let piece): try await writer.write(piece)
                    case .picture(let origin, let picture):
                        let image = try await origin.image(picture.request, .visible)
                        try source.add(image.bytes, picture, modified: origin.detail.shown.stamp.modified)
                    case .end: return
                    }
                }
            } catch let closed as ConnectionClosed {
                throw closed
            } catch {
                services.log.warning("an archive could not be ended", ["reason": "\(error)"])
                throw error
            }
        }
        return HTTPResponse(
            fields: [
                "Content-Type": "application/zip", "Cache-Control": "no-store",
                "Content-Disposition": "attachment; filename=\"\(name)\"",
            ], body: .stream(stream))
    }
}

extension HTTPProblem {
    fileprivate static func notCompleted(_ state: SelectionState) -> HTTPProblem {
        HTTPProblem(409, "not-completed", "The selection is not completed", detail: "it is \(state.name)")
    }

    fileprivate static func archiveItemsGone(_ count: Int) -> HTTPProblem {
        HTTPProblem(
            409, "items-gone", "Picked assets are gone",
            detail: "of \(count), the files are not there any more; withoutGone=true leaves them out")
    }
}
