import Foundation
import HTTPServing
import PhotoLibrary
import Platform
import Synchronization
import TestSupport

@testable import MediaDecoding
@testable import PickerAPI

/// The API over a real catalogue in a temporary folder and a decoder that draws nothing.
final class TestAPI: Sendable {
    let directory: TemporaryDirectory
    let library: Library
    let services: Services
    let router: Router
    let decoder = CountingDecoder()
    let root: Folder
    let rescans = RescanCount()
    let conversions = FakeConversions()

    init(isTokenRequired: Bool = false) async throws {
        directory = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: directory.path("photos"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: directory.path("data"), withIntermediateDirectories: true)
        let catalogue = try await SQLiteCatalogue.open(in: FileName(directory.path("data")), program: "test")
        library = try await Library.open(catalogue)
        root = Folder(
            id: library.identifiers.next(), parentID: nil, name: FileName(directory.path("photos")), device: 1, inode: 1
        )
        try await library.commit([.putFolder(root)])
        let tokens = try TokenKeeper(in: FileName(directory.path("data")))
        var router = Router(
            cors: CORSPolicy(origins: .only(["https://app.example"])),
            guardian: AccessGuard(tokens, isTokenRequired: isTokenRequired).guardian)
        let photos = FileName(directory.path("photos"))
        let selections = try await SelectionKeeper.open(
            catalogue, library: library, message: { CallbackMessage.body(of: $0) })
        services = Services(
            library: library, selections: selections,
            callbacks: CallbackDeliverer(selections: selections, allowsPrivate: false, log: .silent), decoder: decoder,
            thumbnails: try ThumbnailService(
                directory: FileName(directory.path("data/thumbnails")), byteLimit: 1 << 20, decoder: decoder,
                log: .silent),
            playables: try PlayableService(
                directory: FileName(directory.path("data/playables")), byteLimit: 1 << 20, width: 1, log: .silent,
                now: { .now }
            ) { [conversions] source, output, _ throws(DecodeFailure) in try conversions.convert(source, output) },
            openFile: { _, name throws(SystemError) in try Directory(at: photos).file(name) },
            blocking: BlockingPool(label: "test", width: 2), rescan: { [rescans] in rescans.add() },
            refresh: { [rescans] _ in rescans.add() },
            settle: { $0 > .milliseconds(100) },
            status: { [rescans] in
                ServiceStatus(
                    indexState: .idle, isReady: rescans.count == 0, pendingCount: 0, roots: [],
                    isDataFolderWritable: true, thumbnailByteCount: 0, uptime: .seconds(1))
            }, freeByteCount: { 1 }, serverMetrics: { "" }, uploads: nil, tokens: tokens,
            isTokenRequired: isTokenRequired,
            programVersion: "test", log: .silent)
        PickerAPI.addRoutes(to: &router, services)
        self.router = router
    }

    /// Adds a file with its asset, read and ready.
    @discardableResult
    func add(
        _ name: FileName, content: [UInt8] = Array("content".utf8), contentType: String? = "image/jpeg",
        change: (inout Asset) -> Void = { _ in }
    ) async throws -> Asset {
        let photos = FileName(directory.path("photos"))
        let path = photos.appending(name)
        path.withCString { path in
            let file = fopen(path, "w")
            fwrite(content, 1, content.count, file)
            fclose(file)
        }
        let stamp = try Directory(at: photos).status(of: name).stamp
        var resource = Resource(
            id: library.identifiers.next(), kind: .photo, folderID: root.id, filename: name, stamp: stamp)
        resource.state = .ready
        resource.contentType = contentType
        resource.fingerprint = Fingerprint(high: UInt64(stamp.inode), low: 1)
        var asset = Asset(id: library.identifiers.next(), mediaType: .image, addedDate: .now, resource: resource)
        change(&asset)
        try await library.commit([.putAsset(asset)])
        return asset
    }

    func get(_ target: String, _ fields: HTTPFields = [:], method: HTTPMethod = .get) async throws -> HTTPResponse {
        await router.respond(to: try HTTPRequest(method, target, fields: fields))
    }

    /// Sends JSON.
    func post(_ target: String, _ json: String) async throws -> HTTPResponse {
        await router.respond(
            to: try HTTPRequest(.post, target, fields: ["Content-Type": "application/json"], body: Array(json.utf8)))
    }

    /// The JSON of a response.
    func json(_ target: String) async throws -> [String: Any] {
        try Self.object(try await get(target))
    }

    static func object(_ response: HTTPResponse) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(response.bytes)) as? [String: Any] ?? [:]
    }
}

final class RescanCount: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}

/// A decoder whose pictures are the size asked for, as text.
final class CountingDecoder: MediaDecoder {
    private let count = Mutex(0)
    private let failure = Mutex<DecodeFailure?>(nil)
    private let file = Mutex<MediaFile?>(nil)

    var renderCount: Int { count.withLock { $0 } }
    /// What the last picture was asked for of.
    var lastFile: MediaFile? { file.withLock { $0 } }
    func fail(with failure: DecodeFailure?) { self.failure.withLock { $0 = failure } }

    func metadata(of files: [MediaFile]) async -> [Result<MediaMetadata, DecodeFailure>] {
        files.map { _ in .failure(DecodeFailure(.unsupported, "not asked for here")) }
    }

    func render(
        _ file: MediaFile, _ request: RenderRequest, _ ticket: RenderTicket
    ) async throws(DecodeFailure) -> RenderedImage {
        count.withLock { $0 += 1 }
        self.file.withLock { $0 = file }
        if let failure = failure.withLock({ $0 }) { throw failure }
        return RenderedImage(
            bytes: Array(
                "\(request.size.width)x\(request.size.height) \(request.mode)\(request.isDraft ? " draft" : "")".utf8),
            format: request.format,
            pixelSize: request.size, placeholder: request == .base(of: nil) ? "aGFzaA==" : nil)
    }
}

extension HTTPResponse {
    var bytes: [UInt8] {
        guard case .bytes(let bytes) = body else { return [] }
        return bytes
    }

    /// All that a stream sends.
    func streamed() async throws -> [UInt8] {
        guard case .stream(let stream) = body else { return [] }
        let sent = Mutex<[UInt8]>([])
        let writer = HTTPBodyWriter { piece in
            if case .bytes(let bytes) = piece { sent.withLock { $0 += bytes } }
            return true
        }
        try await stream.producer(writer)
        return sent.withLock { $0 }
    }
}

/// Makes every video playable by writing down what was to be done, but for those that it was told to fail.
final class FakeConversions: Sendable {
    private let failure = Mutex<DecodeFailure?>(nil)

    func fail(with failure: DecodeFailure?) { self.failure.withLock { $0 = failure } }

    func convert(_ source: PlayableSource, _ output: FileDescriptor.Box) throws(DecodeFailure) {
        if let failure = failure.withLock({ $0 }) { throw failure }
        do throws(SystemError) {
            try output.descriptor.write("\(source.conversion) \(source.part.map { "\($0)" } ?? "whole")".utf8)
        } catch {
            throw DecodeFailure(.overloaded, "\(error)")
        }
    }
}
