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

    init(_ asset: Asset, opener: FileOpener) {
        self.asset = asset
        self.opener = opener
    }

    /// The file for the decoder; opening it notes its state at that moment.
    var media: MediaFile {
        MediaFile(name: asset.primary.filename.description) { [self] () throws(SystemError) in try open() }
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
