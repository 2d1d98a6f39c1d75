import FolderWatching
import PhotoLibrary
import Platform
import Testing

@testable import Ingesting

/// A disk and a catalogue in memory, with a reconciler between them.
final class FakeWorld {
    let disk = FakeDisk()
    var folders: [FolderID: PhotoLibrary.Folder] = [:]
    var assets: [AssetID: Asset] = [:]
    var tombstones: [AssetID: Tombstone] = [:]
    var served: [FileName] = [FileName("/r")]
    let identifiers = IdentifierSource(now: { Timestamp(seconds: 1_000) }, random: { 1 })
    /// What the last run asked to be read again, and how many files it had to open to know them.
    private(set) var rereads: Set<AssetID> = []
    private(set) var openedCount = 0
    private(set) var stepCount = 0

    func path(of id: FolderID) -> FileName {
        guard let folder = folders[id] else { return FileName("?") }
        return folder.parentID.map { path(of: $0).appending(folder.name) } ?? folder.name
    }

    func path(of asset: Asset) -> FileName { path(of: asset.folderID).appending(asset.primary.filename) }

    func asset(_ path: String) -> Asset? { assets.values.first { self.path(of: $0) == FileName(path) } }
    func id(_ path: String) -> AssetID? { asset(path)?.id }
    func folderID(_ path: String) -> FolderID? { folders.keys.first { self.path(of: $0) == FileName(path) } }

    var records: [FileRecord] {
        assets.values.map { asset in
            FileRecord(
                assetID: asset.id, resourceID: asset.primary.id, kind: .photo, folderID: asset.folderID,
                filename: asset.primary.filename, stamp: asset.primary.stamp, state: asset.primary.state,
                fingerprint: asset.primary.fingerprint)
        }
    }

    /// Scans, reconciles, and reads what is to be read.
    /// - Parameter change: what happens on the disk while it is scanned, so that files are seen before and after.
    func run(whileScanning change: (() -> Void)? = nil) {
        rereads = []
        openedCount = 0
        stepCount = 0
        let statuses = served.map { path in
            RootStatus(
                path: path,
                stamp: disk.roots[path].map {
                    FileStamp(
                        device: $0.device, inode: $0.inode, size: 0, modified: Timestamp(seconds: 0),
                        changed: Timestamp(seconds: 0))
                })
        }
        var reconciler = Reconciler(
            folders: FolderMap(Array(folders.values)), records: records, roots: statuses, identifiers: identifiers)
        var scans = statuses.map { disk.scan($0.path) }
        if let change {
            change()
            for (number, status) in statuses.enumerated() { scans[number].add(disk.scan(status.path)) }
        }
        for (number, (id, status)) in zip(reconciler.rootIDs, statuses).enumerated() where status.stamp != nil {
            reconciler.begin(root: id)
            for directory in scans[number] {
                reconciler.visit(directory)
                if reconciler.readyCount > 3 { commitReady(&reconciler) }
            }
        }
        commitReady(&reconciler)
        reconciler.endScans()
        reconciler.spareUnvisited()
        let folders = reconciler.folders
        _ = reconciler.settleDoubts { name, folder, inode in
            #expect(change != nil, "a scan of all that nothing disturbs leaves no doubts")
            let place = folders.location(of: folder)
            let path = place.map { $0.root.appending($0.path).appending(name) }
            return path.flatMap { disk.files[$0] }?.inode != inode
        }
        let sizes = reconciler.uncheckedSizes
        var fingerprints: [Int: Fingerprint] = [:]
        for request in reconciler.resolveByStamp(tombstones: tombstones(sizes), checking: sizes) {
            openedCount += 1
            let place = reconciler.folders.location(of: request.folderID)
            let path = place.map { $0.root.appending($0.path).appending(request.filename) }
            fingerprints[request.number] = path.flatMap { disk.content($0) }.map { Fingerprint(high: 0, low: $0) }
        }
        let (steps, atomicCount) = reconciler.finish(fingerprints: fingerprints)
        apply(Array(steps.prefix(atomicCount)))
        checkPlacesAreUnique()
        for step in steps.dropFirst(atomicCount) { apply([step]) }
        checkPlacesAreUnique()
        read()
    }

    private func commitReady(_ reconciler: inout Reconciler) {
        let sizes = reconciler.uncheckedSizes
        apply(reconciler.takeSteps(tombstones: tombstones(sizes), checking: sizes))
        checkPlacesAreUnique()
    }

    private func tombstones(_ sizes: Set<Int64>) -> [Tombstone] {
        tombstones.values.filter { sizes.contains($0.asset.primary.stamp.size) }
    }

    private func apply(_ steps: [ReconciledStep]) {
        stepCount += steps.count
        let translator = StepTranslator(steps, identifiers: identifiers, now: Timestamp(seconds: 1_000))
        for change in translator.changes(assets) {
            switch change {
            case .putFolder(let folder):
                #expect(folder.parentID == nil || folder.parentID.flatMap { folders[$0] } != nil)
                folders[folder.id] = folder
            case .removeFolder(let id):
                #expect(!assets.values.contains { $0.folderID == id }, "a folder with assets was removed")
                #expect(!folders.values.contains { $0.parentID == id }, "a folder with folders was removed")
                folders[id] = nil
            case .putAsset(let asset):
                #expect(folders[asset.folderID] != nil)
                tombstones[asset.id] = nil
                assets[asset.id] = asset
            case .removeAsset(let id):
                tombstones[id] = assets.removeValue(forKey: id).map {
                    Tombstone(asset: $0, removedDate: Timestamp(seconds: disk.tick()))
                }
            }
        }
    }

    private func checkPlacesAreUnique() {
        #expect(Set(assets.values.map { path(of: $0) }).count == assets.count, "two assets at one place")
    }

    private func read() {
        for var asset in assets.values where asset.primary.state == .pending {
            rereads.insert(asset.id)
            asset.resources[0].state = .ready
            asset.resources[0].fingerprint = disk.content(path(of: asset)).map { Fingerprint(high: 0, low: $0) }
            assets[asset.id] = asset
        }
    }

    /// Checks that the catalogue says exactly what is on the disk, but for devices' numbers.
    func checkEqual() {
        func withoutDevice(_ stamp: FileStamp) -> FileStamp {
            var stamp = stamp
            stamp.device = 0
            return stamp
        }
        var known: [FileName: FileStamp] = [:]
        for asset in assets.values { known[path(of: asset)] = withoutDevice(asset.primary.stamp) }
        #expect(known == disk.files.mapValues(withoutDevice))
    }
}

extension [ScannedDirectory] {
    /// Adds what a later scan of the same directories found.
    fileprivate mutating func add(_ later: [ScannedDirectory]) {
        for (place, directory) in later.enumerated() {
            let names = Set(directory.files.map(\.name))
            self[place].files = self[place].files.filter { !names.contains($0.name) } + directory.files
        }
    }
}
