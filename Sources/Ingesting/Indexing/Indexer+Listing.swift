import FolderWatching
import MediaDecoding
import PhotoLibrary
import Platform

extension Indexer {
    /// Unreadable directories that a run names in the log; a tree of them would fill the disk with lines.
    private static let namedFolderLimit = 20

    /// Lists all folders that are served and brings the catalogue in step with what is there.
    /// - Returns: whether the disk held still meanwhile.
    func list() async throws -> Bool {
        report { $0.phase = .listing }
        let statuses = roots.map { rootStatus($0) }
        let folders = try await library.catalogue.folders()
        let map = FolderMap(folders)
        knownFolders = map
        var records: [FileRecord] = []
        for root in folders where root.parentID == nil {
            records += try await library.catalogue.files(under: root.id)
        }
        let pendingCount = records.count { $0.state == .pending }
        report { $0.filesToRead = $0.filesRead + pendingCount }
        let reconciler = Reconciler(
            folders: map, records: records, roots: statuses, identifiers: library.identifiers)
        records = []
        var survey = makeSurvey(reconciler)
        for (number, status) in statuses.enumerated() where status.stamp != nil {
            // One that went away since its status was taken is left as it is known until the next run.
            guard let opened = try? Directory(at: status.path) else { continue }
            survey.roots[number] = OpenRoot(opened)
            survey.plan.trees.insert(RootedPath(root: number))
        }
        let isSteady = try await carryOut(&survey, limit: Self.firstCommitSize).isSteady
        // All that is pending is read after this.
        unread = []
        return isSteady
    }

    func makeSurvey(_ reconciler: Reconciler) -> Survey {
        Survey(
            reconciler, catalogue: library.catalogue, rootPaths: roots, filter: filter, now: now(),
            sparesUnfinished: teller != nil)
    }

    /// Scans what is planned and commits what must change.
    /// - Parameter limit: steps that the first commit waits for.
    func carryOut(_ survey: inout Survey, limit: Int) async throws -> SurveyResult {
        let lists = !survey.plan.trees.isEmpty || !survey.plan.levels.isEmpty
        if lists { teller?.beginListing() }
        do {
            let result = try await compare(&survey, limit: limit)
            if lists, await teller?.endListing() ?? false { survey.isTurbulent = true }
            return result
        } catch {
            if lists { _ = await teller?.endListing() }
            throw error
        }
    }

    private func compare(_ survey: inout Survey, limit: Int) async throws -> SurveyResult {
        var limit = limit
        var result = SurveyResult()
        for path in survey.plan.trees.sorted(by: { ($0.root, $0.path) < ($1.root, $1.path) }) {
            guard var scanner = try await survey.begin(path) else { continue }
            var paths: [RootedPath] = []
            while let directory = scanner.next() {
                let place = directory.parent.map { paths[$0].appending(directory.name) } ?? path
                paths.append(place)
                if let error = directory.error, !note(error, of: directory) { result.isSteady = false }
                report {
                    $0.foldersListed += 1
                    $0.filesListed += directory.files.count
                }
                try await survey.loadCandidates(for: directory)
                survey.visit(directory, at: place, isFirst: directory.parent == nil)
                guard survey.reconciler.readyCount >= limit else { continue }
                limit = Self.commitSize
                try await commitReady(&survey, &result)
            }
        }
        try await survey.visitFound()
        try await complete(&survey, &result)
        for (path, stillness) in survey.unfinished { teller?.lookAgain(at: path, stillness) }
        return result
    }

    func rootStatus(_ path: FileName) -> RootStatus {
        do throws(SystemError) {
            return RootStatus(path: path, stamp: try Directory(at: path).descriptor.status().stamp)
        } catch {
            log.warning("a folder can't be reached; it is offline", ["folder": path.description, "reason": "\(error)"])
            return RootStatus(path: path, stamp: nil)
        }
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

    private func commitReady(_ survey: inout Survey, _ result: inout SurveyResult) async throws {
        try Task.checkCancellation()
        try await ask(for: &survey.reconciler)
        let sizes = survey.reconciler.uncheckedSizes
        let tombstones = sizes.isEmpty ? [] : try await library.catalogue.tombstones(sizes: sizes)
        let steps = survey.reconciler.takeSteps(tombstones: tombstones, checking: sizes)
        try await commit(steps, atomicCount: 0, opener: FileOpener(survey.reconciler.folders), &result)
    }

    /// Asks for records that new files may be, at whatever place.
    private func ask(for reconciler: inout Reconciler) async throws {
        let inodes = reconciler.uncheckedInodes
        if inodes.isEmpty { return }
        reconciler.add(outside: try await library.catalogue.files(inodes: inodes), checking: inodes)
    }

    private func complete(_ survey: inout Survey, _ result: inout SurveyResult) async throws {
        if survey.reconciler.readyCount >= Self.commitSize { try await commitReady(&survey, &result) }
        try await survey.end()
        try await ask(for: &survey.reconciler)
        let current = FileOpener(survey.reconciler.folders)
        if survey.reconciler.settleDoubts({ current.isGone($0, in: $1, inode: $2) }) { survey.isTurbulent = true }
        let sizes = survey.reconciler.uncheckedSizes
        let tombstones = sizes.isEmpty ? [] : try await library.catalogue.tombstones(sizes: sizes)
        var fingerprints: [Int: Fingerprint] = [:]
        for request in survey.reconciler.resolveByStamp(tombstones: tombstones, checking: sizes) {
            try Task.checkCancellation()
            fingerprints[request.number] = fingerprint(request, opener: current)
        }
        let (steps, atomicCount) = survey.reconciler.finish(fingerprints: fingerprints)
        try await commit(steps, atomicCount: atomicCount, opener: current, &result)
    }

    private func fingerprint(_ request: FingerprintRequest, opener: FileOpener) -> Fingerprint? {
        guard let file = try? opener.open(request.filename, in: request.folderID) else { return nil }
        return try? Fingerprint.compute(file, size: request.size)
    }
}
