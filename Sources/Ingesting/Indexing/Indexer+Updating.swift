import FolderWatching
import PhotoLibrary
import Platform

extension Indexer {
    /// Looks at the places where something happened and brings the catalogue in step with them: everything is listed when
    /// this returns, and what is quickly read is read.
    /// - Returns: what is left to be read, to be handed to `read(listed:)`, and whether anything was new.
    /// - Parameter verifies: whether what was concluded in a storm is looked over, too.
    func update(_ changes: PendingChanges, verifies: Bool = false) async throws -> SurveyResult {
        try await comparing {
            if verifies {
                for folder in suspects { missed[folder, default: Survey.Missed()].isLevel = true }
                suspects = []
            }
            let reconciler = try await reconciler(
                for: missed.isEmpty ? changes.touchedRoots : Set(roots.indices), lost: Set(changes.lostRoots.keys))
            var survey = makeSurvey(reconciler)
            try await survey.take(changes, opening: missed.isEmpty ? changes.touchedRoots : Set(roots.indices))
            survey.take(missed)
            missed = [:]
            await survey.lookAndDecide(teller)
            let wasOnline = onlineRoots
            var result = try await carryOut(&survey, limit: Self.commitSize)
            // Nobody reads what is offline, so what was left unread is read when it is back.
            if !onlineRoots.isSubset(of: wasOnline) { unread = try await pendingAssets() }
            missed = survey.missed
            if survey.isTurbulent || survey.reconciler.hasHeldFolder { suspects.formUnion(survey.touched) }
            result.hasMissed = !missed.isEmpty
            result.hasSuspects = !suspects.isEmpty
            result.toRead = unread
            unread = []
            result.beside = beside
            beside = []
            return result
        }
    }

    private var onlineRoots: Set<FolderID> {
        Set((knownFolders?.roots ?? []).lazy.filter(\.isOnline).map(\.id))
    }

    private func pendingAssets() async throws -> [AssetID] {
        var pages = PendingPages(catalogue: library.catalogue, .pending(nil))
        var found: [AssetID] = []
        while true {
            let page = try await pages.next(Self.commitSize)
            if page.isEmpty { return found }
            found += page.map(\.id)
        }
    }

    /// Lists some folders with all in them.
    func list(_ folders: Set<FolderID>) async throws -> Bool {
        report { $0.phase = .listing }
        var survey = makeSurvey(try await reconciler(for: Set(roots.indices), lost: []))
        var changes = PendingChanges()
        for folder in folders {
            if let path = survey.place(of: folder) { changes.rescans[path] = .polling }
        }
        try await survey.take(changes, opening: Set(roots.indices))
        await survey.lookAndDecide(teller)
        return try await carryOut(&survey, limit: Self.commitSize).isSteady
    }

    /// A reconciler without records. Of roots that nothing is done about it knows what the catalogue does.
    private func reconciler(for touched: Set<Int>, lost: Set<Int>) async throws -> Reconciler {
        let folders: FolderMap
        if let knownFolders {
            folders = knownFolders
        } else {
            folders = FolderMap(try await library.catalogue.folders())
            knownFolders = folders
        }
        let known = Dictionary(folders.roots.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let statuses = roots.enumerated().map { number, path in
            if lost.contains(number) { return RootStatus(path: path, stamp: nil) }
            if touched.contains(number) { return rootStatus(path) }
            guard let folder = known[path], folder.isOnline else { return RootStatus(path: path, stamp: nil) }
            let never = Timestamp(nanoseconds: 0)
            return RootStatus(
                path: path,
                stamp: FileStamp(
                    device: folder.device, inode: folder.inode, size: 0, modified: never, changed: never))
        }
        return Reconciler(folders: folders, records: nil, roots: statuses, identifiers: library.identifiers)
    }
}
