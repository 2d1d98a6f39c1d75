import FolderWatching
import MediaDecoding
import PhotoLibrary
import Platform

extension Indexer {
    /// A directory to scan: the folder it is, the path of its root, and the path from there.
    private struct Start {
        let folder: FolderID
        let root: FileName
        let path: FileName
    }

    /// Unreadable directories that a run names in the log; a tree of them would fill the disk with lines.
    private static let namedFolderLimit = 20

    /// Lists the folders and brings the catalogue in step with what is there.
    /// - Returns: whether the disk held still meanwhile.
    func list(_ wanted: Set<FolderID>?) async throws -> Bool {
        report { $0.phase = .listing }
        let statuses = roots.map { rootStatus($0) }
        let folders = try await library.catalogue.folders()
        var records: [FileRecord] = []
        for root in folders where root.parentID == nil {
            records += try await library.catalogue.files(under: root.id)
        }
        let pendingCount = records.count { $0.state == .pending }
        report { $0.filesToRead = $0.filesRead + pendingCount }
        var reconciler = Reconciler(
            folders: folders, records: records, roots: statuses, identifiers: library.identifiers)
        records = []
        var isSteady = true
        var limit = Self.firstCommitSize
        for start in starts(wanted, reconciler, statuses) {
            guard let root = openRoot(start.root) else { continue }
            var scanner = FolderScanner(root, startingAt: start.path, filter: filter)
            reconciler.begin(start.folder)
            while let directory = scanner.next() {
                if let error = directory.error { isSteady = note(error, of: directory) && isSteady }
                report {
                    $0.foldersListed += 1
                    $0.filesListed += directory.files.count
                }
                reconciler.visit(directory)
                guard reconciler.readyCount >= limit else { continue }
                limit = Self.commitSize
                try await commitReady(&reconciler)
            }
        }
        try await complete(&reconciler)
        return isSteady
    }

    private func rootStatus(_ path: FileName) -> RootStatus {
        do throws(SystemError) {
            return RootStatus(path: path, stamp: try Directory(at: path).descriptor.status().stamp)
        } catch {
            log.warning("a folder can't be reached; it is offline", ["folder": path.description, "reason": "\(error)"])
            return RootStatus(path: path, stamp: nil)
        }
    }

    private func openRoot(_ path: FileName) -> Directory? {
        // One that went away since its status was taken is left as it is known until the next run.
        try? Directory(at: path)
    }

    private func note(_ error: SystemError, of directory: ScannedDirectory) -> Bool {
        if error.isAbsence { return false }
        report { $0.unreadableFolders += 1 }
        if progress.unreadableFolders <= Self.namedFolderLimit {
            log.warning(
                "a directory can't be listed; what is known of it stays",
                ["directory": directory.name.description, "reason": "\(error)"])
        }
        return true
    }

    private func starts(_ wanted: Set<FolderID>?, _ reconciler: Reconciler, _ statuses: [RootStatus]) -> [Start] {
        let reachable = zip(reconciler.rootIDs, statuses).filter { $0.1.stamp != nil }
        guard let wanted else {
            return reachable.map { Start(folder: $0.0, root: $0.1.path, path: FileName("")) }
        }
        // A folder within another wanted one is scanned with it.
        return wanted.sorted().compactMap { folder in
            guard let place = reconciler.folders.location(of: folder) else { return nil }
            guard reachable.contains(where: { $0.1.path == place.root }) else { return nil }
            guard !reconciler.folders.ancestors(of: folder).contains(where: wanted.contains) else { return nil }
            return Start(folder: folder, root: place.root, path: place.path)
        }
    }

    private func commitReady(_ reconciler: inout Reconciler) async throws {
        try Task.checkCancellation()
        let sizes = reconciler.uncheckedSizes
        let tombstones = sizes.isEmpty ? [] : try await library.catalogue.tombstones(sizes: sizes)
        let steps = reconciler.takeSteps(tombstones: tombstones, checking: sizes)
        try await commit(steps, atomicCount: 0, opener: FileOpener(reconciler.folders))
    }

    private func complete(_ reconciler: inout Reconciler) async throws {
        try await commitReady(&reconciler)
        reconciler.endScans()
        let current = FileOpener(reconciler.folders)
        for record in reconciler.doubtfulRecords() where !isInPlace(record) { reconciler.markMissing(record) }
        let sizes = reconciler.uncheckedSizes
        let tombstones = sizes.isEmpty ? [] : try await library.catalogue.tombstones(sizes: sizes)
        var fingerprints: [Int: Fingerprint] = [:]
        for request in reconciler.resolveByStamp(tombstones: tombstones, checking: sizes) {
            try Task.checkCancellation()
            fingerprints[request.number] = fingerprint(request, opener: current)
        }
        let (steps, atomicCount) = reconciler.finish(fingerprints: fingerprints)
        try await commit(steps, atomicCount: atomicCount, opener: current)
    }

    private func isInPlace(_ record: FileRecord) -> Bool {
        guard let file = try? opener.open(record.filename, in: record.folderID) else { return false }
        return (try? file.status().stamp.inode) == record.stamp.inode
    }

    private func fingerprint(_ request: FingerprintRequest, opener: FileOpener) -> Fingerprint? {
        guard let file = try? opener.open(request.filename, in: request.folderID) else { return nil }
        return (try? ContentFingerprint.compute(file, size: request.size)).map { Fingerprint($0) }
    }
}
