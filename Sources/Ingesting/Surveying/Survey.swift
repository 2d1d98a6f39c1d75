import FolderWatching
import PhotoLibrary
import Platform

/// Looks at the places where something happened, with the records of these places alone.
///
/// 1. Moves that the kernel told of are applied to what is known, in their order, unless what is said to have moved is
///    still where it was: then the catalogue knew of the move before, or it was undone.
/// 2. Then the disk is looked at. What was applied in 1 only says which record is compared with which file; where the disk
///    says otherwise, the disk is right.
/// 3. What is not where it should be is gone only if nothing is on its way that would tell where it went; until then it
///    stays as it is known.
/// 4. A root that is not the directory it was is looked at as a whole, so that the rule about offline roots decides.
struct Survey {
    /// Folders of which the records are read one by one; for more it is faster to read all of their root.
    private static let folderLimit = 256

    let catalogue: any Catalogue
    let filter: PathFilter
    let now: Timestamp
    let rootPaths: [FileName]
    /// Whether files that somebody still writes are left for later.
    let sparesUnfinished: Bool
    var reconciler: Reconciler
    var plan = SurveyPlan()
    /// Files that must be looked at again.
    var unfinished: [RootedPath: Stillness] = [:]
    var roots: [Int: OpenRoot] = [:]
    /// Folders that are not where they were; unless they are found elsewhere, they are gone.
    var vanished: Set<FolderID> = []
    /// Whether more happened meanwhile than is known, so that what was concluded must be looked over.
    var isTurbulent = false
    /// Folders that are where they were.
    var standing: Set<FolderID> = []
    private(set) var loadedNames: [FolderID: Set<FileName>] = [:]
    private var loadedFolders: Set<FolderID> = []
    var glances: [Glance] = []
    var listings: [(folder: FolderID, directory: ScannedDirectory, path: RootedPath)] = []
    var doubts: [Doubt] = []
    /// From where something went that has still to be told of.
    var leaving: Set<RootedPath> = []
    /// What could not be looked at, since its folder was on its way.
    var missed: [FolderID: Missed] = [:]

    /// Makes a survey of nothing.
    init(
        _ reconciler: Reconciler, catalogue: any Catalogue, rootPaths: [FileName], filter: PathFilter, now: Timestamp,
        sparesUnfinished: Bool
    ) {
        self.reconciler = reconciler
        self.catalogue = catalogue
        self.rootPaths = rootPaths
        self.filter = filter
        self.now = now
        self.sparesUnfinished = sparesUnfinished
    }

    /// The folder at a place; nil where none is known.
    func folder(at path: RootedPath) -> FolderID? {
        reconciler.folder(at: path.path, in: reconciler.rootIDs[path.root])
    }

    /// Where a folder is by now.
    func place(of folder: FolderID) -> RootedPath? {
        guard let place = reconciler.folders.location(of: folder),
            let root = rootPaths.firstIndex(of: place.root)
        else { return nil }
        return RootedPath(root: root, path: place.path)
    }

    /// What is at a place.
    func look(at path: RootedPath) -> OpenRoot.Presence { roots[path.root]?.look(at: path.path) ?? .unknown }

    /// Whether a folder is at a place.
    func isStill(_ folder: FolderID, at path: RootedPath) -> Bool {
        look(at: path).stamp.map { reconciler.folders.isSame(folder, as: $0) } ?? false
    }

    // MARK: Records

    /// Reads the records of these names in a folder.
    mutating func load(_ names: Set<FileName>, in folder: FolderID) async throws {
        if reconciler.isComplete || loadedFolders.contains(folder) { return }
        let missing = names.subtracting(loadedNames[folder] ?? [])
        if missing.isEmpty { return }
        loadedNames[folder, default: []].formUnion(missing)
        reconciler.files.add(try await catalogue.files(in: folder, named: missing))
    }

    /// Reads all records of a folder.
    mutating func load(_ folder: FolderID) async throws {
        if reconciler.isComplete || reconciler.folders.known[folder] == nil || loadedFolders.contains(folder) { return }
        add(try await catalogue.files(in: folder), of: [folder])
    }

    /// Reads all records of a folder and of those in it.
    mutating func load(under folder: FolderID) async throws {
        if reconciler.isComplete { return }
        let all = reconciler.folders.known.subtree(of: folder)
        if all.count <= Self.folderLimit {
            for folder in all { try await load(folder) }
        } else {
            // The catalogue may have the folder under another root than the moves say.
            let wanted = Set(all)
            for root in reconciler.folders.known.roots {
                let records = try await catalogue.files(under: root.id)
                add(records.filter { wanted.contains($0.folderID) }, of: [])
            }
            loadedFolders.formUnion(wanted)
        }
    }

    private mutating func add(_ records: [FileRecord], of folders: [FolderID]) {
        let new = records.filter { record in
            !loadedFolders.contains(record.folderID)
                && !(loadedNames[record.folderID]?.contains(record.filename) ?? false)
        }
        reconciler.files.add(new)
        loadedFolders.formUnion(folders)
    }

    // MARK: Trees

    /// Makes ready to scan a tree.
    /// - Returns: nil where its root can't be reached.
    mutating func begin(_ path: RootedPath) async throws -> FolderScanner? {
        guard let root = roots[path.root] else { return nil }
        if path.path.bytes.isEmpty {
            let id = reconciler.rootIDs[path.root]
            try await load(under: id)
            reconciler.begin(root: id)
        } else {
            guard let parent = folder(at: path.parent) else { return nil }
            guard isAnchored(path) else {
                isTurbulent = true
                missed[parent, default: Missed()].directories.insert(path.path.lastComponent)
                return nil
            }
            if let known = folder(at: path) { try await load(under: known) }
            reconciler.begin(in: parent)
        }
        guard let opened = try? root.directory.directory(FileName("")) else { return nil }
        return FolderScanner(opened, startingAt: path.path, filter: filter)
    }

    /// Whether what is at a place is in the folder that is known there, and not in a directory that took its place. That
    /// of roots is looked after by the reconciler.
    func isAnchored(_ path: RootedPath) -> Bool {
        guard !path.path.bytes.isEmpty, !path.parent.path.bytes.isEmpty, let parent = folder(at: path.parent)
        else { return true }
        return isStill(parent, at: path.parent)
    }

    /// Reads the records of the folders that a directory may be.
    mutating func loadCandidates(for directory: ScannedDirectory) async throws {
        if let folder = reconciler.folders.folder(for: directory) { try await load(folder) }
        if let parent = reconciler.currentParent(of: directory),
            let folder = reconciler.folders.known.folder(directory.name.lastComponent, in: parent)
        {
            try await load(folder)
        }
    }

    /// Hands a directory on, without what is not to be looked at yet.
    mutating func visit(_ directory: ScannedDirectory, at path: RootedPath?, isFirst: Bool) {
        var directory = directory.named(isFirst ? directory.name.lastComponent : directory.name)
        if directory.error?.isAbsence ?? false, let parent = reconciler.currentParent(of: directory) {
            return skip(directory, in: parent)
        }
        if let path { leaveOutUnfinished(of: &directory, at: path) }
        reconciler.visit(directory)
    }

    /// Leaves alone what went away while it was scanned, unless it is found elsewhere.
    private mutating func skip(_ directory: ScannedDirectory, in parent: FolderID) {
        reconciler.skip()
        isTurbulent = true
        if let folder = reconciler.folders.known.folder(directory.name, in: parent) {
            standing.insert(folder)
            missed[folder, default: Missed()].isLevel = true
        }
    }

    private mutating func leaveOutUnfinished(of directory: inout ScannedDirectory, at path: RootedPath) {
        let now = now
        let isYoung = { (file: ScannedFile) in !Stillness.open.isWhole(file.stamp, now: now) }
        guard sparesUnfinished, directory.files.contains(where: isYoung), let root = roots[path.root],
            let glance = try? DirectoryGlance(root.directory, at: path.path, filter: filter)
        else { return }
        let named = plan.names[path] ?? []
        var whole: [ScannedFile] = []
        for file in directory.files {
            // What a close was seen of is whole.
            if isYoung(file), !named.contains(file.name), let stillness = glance.stillness(of: file, now: now) {
                directory.unfinished.append(file.name)
                unfinished[path.appending(file.name)] = stillness
            } else {
                whole.append(file)
            }
        }
        directory.files = whole
    }

    // MARK: The end

    /// All folders of which something was concluded, and those that they are in.
    var touched: Set<FolderID> {
        var found = reconciler.folders.covered
        for id in found { if let parent = reconciler.folders[id]?.parentID { found.insert(parent) } }
        for record in reconciler.files.records { found.insert(record.folderID) }
        for place in reconciler.files.newPlaces.values { found.insert(place.folder) }
        return found
    }

    /// Decides what is gone.
    mutating func end() async throws {
        for folder in vanished where !reconciler.folders.claimed(folder) {
            reconciler.folders.cover(folder, as: .gone)
        }
        for folder in standing where !reconciler.folders.claimed(folder) {
            reconciler.folders.cover(folder, as: .unvisited)
        }
        reconciler.endScans()
        for folder in reconciler.folders.gone() { try await load(folder) }
        reconciler.spareUnvisited()
    }
}

extension ScannedDirectory {
    /// The same under another name.
    fileprivate func named(_ name: FileName) -> ScannedDirectory {
        var copy = ScannedDirectory(
            number: number, parent: parent, name: name, device: device, inode: inode, files: files, error: error)
        copy.unfinished = unfinished
        return copy
    }
}
