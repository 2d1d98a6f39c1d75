import FolderWatching
import MediaDecoding
import PhotoLibrary
import Platform
import Synchronization

/// A file that is being read: what was opened, and what came of it.
final class ReadFile: Sendable {
    /// A file whose content changed less than this long ago may still be written to, and is looked at again once it was
    /// read.
    private static let settlingTime: Int64 = 10_000_000_000

    let asset: Asset
    private let opener: FileOpener
    private let opened = Mutex<Result<FileStamp, SystemError>?>(nil)
    /// What stands beside it, in the order in which it counts.
    private let sidecars: [ScannedFile]

    /// Looks what stands beside an asset's file. Blocks.
    init(_ asset: Asset, opener: FileOpener, finder: SidecarFinder) {
        self.asset = asset
        self.opener = opener
        sidecars = finder.sidecars(of: asset.primary.filename, in: asset.primary.folderID)
    }

    /// The file and its sidecars for the decoder; opening the file notes its state at that moment.
    var media: [MediaFile] {
        let file = MediaFile(name: asset.primary.filename.description) { [self] () throws(SystemError) in try open() }
        return [file]
            + readSidecars.map { sidecar in
                MediaFile(name: sidecar.name.description) { [self] () throws(SystemError) in
                    try opener.open(sidecar.name, in: asset.primary.folderID)
                }
            }
    }

    private var readSidecars: [ScannedFile] { sidecars.filter { SidecarNaming.isRead($0.name) } }

    /// What the decoder's answers for `media` say of the asset, and its sidecars.
    func combine(
        _ results: some Collection<Result<MediaMetadata, DecodeFailure>>, identifiers: IdentifierSource
    ) -> (result: Result<MediaMetadata, DecodeFailure>, sidecars: [Resource]) {
        let answers = Dictionary(
            zip(readSidecars.map(\.name), results.dropFirst()), uniquingKeysWith: { first, _ in first })
        let known = Dictionary(
            asset.resources.map { ($0.filename, $0.id) }, uniquingKeysWith: { first, _ in first })
        let resources = sidecars.map { sidecar in
            var resource = Resource(
                id: known[sidecar.name] ?? identifiers.next(), kind: .sidecar, folderID: asset.primary.folderID,
                filename: sidecar.name, stamp: sidecar.stamp)
            resource.state = .ready
            if let answer = answers[sidecar.name] {
                resource.contentType = (try? answer.get()).flatMap { $0.kind == .sidecar ? $0.contentType : nil }
                if resource.contentType == nil { resource.state = .unreadable }
            }
            return resource
        }
        let file = results.first ?? .failure(DecodeFailure(.cancelled, "there is no answer"))
        let said = readSidecars.compactMap { sidecar in answers[sidecar.name].map { (sidecar.name.description, $0) } }
        return (MediaMetadata.combine(file, said), resources)
    }

    private func open() throws(SystemError) -> FileDescriptor {
        let primary = asset.primary
        do throws(SystemError) {
            let file = try opener.open(primary.filename, in: primary.folderID)
            let stamp = try file.status().stamp
            opened.withLock { $0 = .success(stamp) }
            return file
        } catch {
            opened.withLock { $0 = .failure(error) }
            throw error
        }
    }

    /// The state in which it was read; that of its listing where it was never opened.
    var stamp: FileStamp {
        if case .success(let stamp) = opened.withLock({ $0 }) { stamp } else { asset.primary.stamp }
    }

    /// Whether it is not at its place any more.
    var isGone: Bool {
        if case .failure(let error) = opened.withLock({ $0 }) { error.isAbsence } else { false }
    }

    /// Whether its content changed while it was read. Blocks.
    func isChanging(now: Timestamp) -> Bool {
        let stamp = stamp
        guard now.nanoseconds - stamp.modified.nanoseconds < Self.settlingTime else { return false }
        do throws(SystemError) {
            let current = try opener.open(asset.primary.filename, in: asset.primary.folderID).status().stamp
            return !current.isSameContent(as: stamp)
        } catch {
            // One that is there and may not be read does not change by being asked again.
            return error.isAbsence
        }
    }

    /// What it holds, for files that make no sense to the decoder; nil where that is not what the decoder had. Blocks.
    func fingerprint() -> Fingerprint? {
        let stamp = stamp
        guard let file = try? opener.open(asset.primary.filename, in: asset.primary.folderID),
            let current = try? file.status().stamp, current.isSameContent(as: stamp)
        else { return nil }
        return try? Fingerprint.compute(file, size: stamp.size)
    }
}
