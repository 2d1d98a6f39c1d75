import HTTPServing
import PhotoLibrary
import Platform

/// The camera's path: `POST /assets` adds a picture to the library, `POST /selections/{id}/camera` picks it, too.
struct UploadRoutes: Sendable {
    /// A file is listed within milliseconds, unless much else is under way.
    private static let patience = Duration.seconds(10)

    let services: Services
    let details: AssetDetails

    func add(to router: inout Router) {
        let json = ["application/json"]
        router.on(
            .post, "/assets", query: ["filename"], produces: json, consumes: Upload.types, bodyLimit: Upload.limit,
            access: .add
        ) { request, _ throws(HTTPProblem) in
            let upload = try Upload(request, now: .now)
            return .later { () async throws(HTTPProblem) in
                try await created(try await keep(upload))
            }
        }
        router.on(
            .post, "/selections/{id}/camera", query: ["filename"], produces: json, consumes: Upload.types,
            bodyLimit: Upload.limit, access: .selection
        ) { request, parameters throws(HTTPProblem) in
            let upload = try Upload(request, now: .now)
            guard let id = SelectionID(parameters["id"]),
                let selection = services.selections.snapshot(of: id)?.selection
            else { throw .noSelection }
            guard selection.rules.allowsCamera else { throw .cameraNotAllowed }
            guard selection.state == .open, !selection.isFull else {
                throw HTTPProblem(Self.refusal(of: selection), for: request)
            }
            return .later { () async throws(HTTPProblem) in
                let summary = try await keep(upload)
                _ = try await services.guarded(request) {
                    try await services.selections.take(.items([.camera(summary.id)]), for: id)
                }
                return try await created(summary)
            }
        }
    }

    private static func refusal(of selection: Selection) -> SelectionRefused {
        let refusal: SelectionRefusal =
            selection.state == .open
            ? .limitExceeded(maximum: selection.rules.limit ?? SelectionRules.largestCount, type: nil)
            : .ended(selection.state)
        return SelectionRefused(refusal: refusal, selection: selection)
    }

    /// Puts a file into the folder of uploads, and waits until the library has it.
    private func keep(_ upload: Upload) async throws(HTTPProblem) -> AssetSummary {
        guard let folder = services.uploads else { throw .uploadsOff }
        // Where its disk is not there, the folder would be made in the place that it is mounted at.
        guard services.library.snapshot.root(of: folder.path)?.isOnline == true else { throw .offline }
        let name = try await services.guarded {
            try await services.blocking.run {
                do {
                    return try folder.save(upload.content, as: upload.filename)
                } catch let error as SystemError {
                    throw error.isStorageFull ? HTTPProblem.insufficientStorage : error
                }
            }
        }
        _ = await services.settle(Self.patience)
        guard let summary = try await asset(name, in: folder.path) else {
            throw .overloaded("the file is kept, and the library does not have it yet", retryAfter: 10)
        }
        return summary
    }

    private func asset(_ name: FileName, in path: FileName) async throws(HTTPProblem) -> AssetSummary? {
        let snapshot = services.library.snapshot
        guard let folder = snapshot.folder(at: path) else { return nil }
        let files = try await services.guarded {
            try await services.library.catalogue.files(in: folder, named: [name])
        }
        guard let id = files.first?.assetID else { return nil }
        let now = services.library.snapshot
        return now.summary(of: now.owner(of: id) ?? id)
    }

    private func created(_ summary: AssetSummary) async throws(HTTPProblem) -> HTTPResponse {
        let detail = try await details.detail(of: summary, in: services.library.snapshot, services)
        var response = HTTPResponse.status(json: detail.json)
        response.status = .created
        response.fields.append("Location", "/assets/\(summary.id)")
        return response
    }
}

extension LibrarySnapshot {
    /// The root that an absolute path is in.
    fileprivate func root(of path: FileName) -> Folder? { roots.first { path.isWithin($0.name) } }

    /// The folder at an absolute path; nil where none is known.
    fileprivate func folder(at path: FileName) -> FolderID? {
        guard let root = root(of: path) else { return nil }
        var place = root.id
        for component in path.bytes.dropFirst(root.name.bytes.count).split(separator: UInt8(ascii: "/")) {
            let name = FileName(bytes: component)
            guard let next = subfolders(of: place).first(where: { $0.name == name }) else { return nil }
            place = next.id
        }
        return place
    }
}

extension HTTPProblem {
    fileprivate static var uploadsOff: HTTPProblem {
        HTTPProblem(
            409, "uploads-off", "Nothing can be added", detail: "the server was started without a folder for uploads")
    }

    fileprivate static var cameraNotAllowed: HTTPProblem {
        HTTPProblem(409, "camera-not-allowed", "No camera", detail: "the selection's rules say allowsCamera: false")
    }
}
