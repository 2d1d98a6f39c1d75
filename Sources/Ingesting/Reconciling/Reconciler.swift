import FolderWatching
import PhotoLibrary
import Platform

/// Compares what a scan finds with what the catalogue knows, and says what must change in the catalogue. Pure: it reads
/// neither disk nor catalogue.
///
/// How a file is known again, strongest evidence first:
/// 1. The same inode at the same place is the same file. With the same length, modification and change time it is
///    untouched. Where only the change time differs, its attributes changed, or its content did and the other times were
///    put back: the fingerprint tells.
/// 2. A file at a new place with inode, length and modification time of a record whose file is not at its place any
///    more was moved. (Where that record's file is still there, both are names of one file, and each is an asset.)
///    A file with one name that was found at its own place, too, moved while it was looked for: the disk is asked which of
///    the two it is at. Only where that is both, each is an asset.
/// 3. So was one with inode, length and modification time of a tombstone: it had left the tree, or was under way when it
///    was looked for, and the removed asset has come back.
/// 4. Another file at a record's place, when neither of the two is known from or to elsewhere, was saved over it. With
///    the same length, modification and change time it was not: the file system gives inodes at will.
/// 5. A file at a new place with length and content of a record whose file is gone was moved to another file system.
/// 6. A file with length and content of a tombstone is the removed asset, come back.
///
/// A directory is known again by device and inode, then by its place.
///
/// When nothing is removed, though files are missing:
/// - A directory that could not be listed to its end: what is known of it and all below it stays.
/// - A root that can't be opened goes offline. So does a root without one file in it, where the catalogue knows of some
///   and the root is not the directory that it was (its device or inode differ): an unmounted disk leaves an empty
///   directory behind. The same directory without files was emptied by somebody, and its assets are removed.
/// - The same holds for a mount within the tree: an empty directory in the place of one that was on a device of its own.
/// - A root that is no longer served goes offline, too; it comes back as itself when it is served again.
struct Reconciler {
    /// A new file whose identity is still to be found out.
    struct Newcomer: Hashable {
        let file: ScannedFile
        let folderID: FolderID
    }

    /// The directories of one scan.
    struct Scope {
        /// The folder that the first directory is in; nil for that of a root.
        let parentID: FolderID?
        /// The root that is scanned from its top.
        let rootID: FolderID?
        /// How much of the first directory is looked at.
        let coverage: FolderIndex.Coverage
        /// The folder of each scanned directory; nil where it is to be decided after the scan.
        var folderIDs: [FolderID?] = []
        var disputed: [ScannedDirectory] = []
        var isSuspect = false
        var fileCount = 0
    }

    var files: RecordIndex
    var folders: FolderIndex
    let identifiers: IdentifierSource
    var scopes: [Scope] = []
    var steps: [ReconciledStep] = []
    /// New files that may be known, and those that can't be as far as the records go.
    var waiting: [Newcomer] = []
    var fresh: [Newcomer] = []
    /// Files in the place of a record's file.
    var displacing: [(newcomer: Newcomer, record: Int)] = []
    /// Files at their places of which only the change time differs; complete once the scans have ended.
    var doubted: [(newcomer: Newcomer, record: FileRecord)] = []
    /// New files that no stamp tells anything about; complete once the scans have ended.
    var unresolved: [Newcomer] = []
    /// Steps that must be done in one commit, lest two assets are at one place in between.
    var contended: [ReconciledStep] = []
    var tombstones = TombstoneIndex()
    /// Folders that are known to have moved, and so are the directories that look like them.
    var trusted: Set<FolderID> = []
    /// Folders of which another has the place: they are gone where they are not found elsewhere. While there are some, none
    /// of the steps may be left for a later commit.
    var ousted: Set<FolderID> = []
    /// Whether a folder that is gone stays until it is told where its files went.
    var hasHeldFolder = false
    var hasEnded = false
    /// Whether the records are all that there are, so that a file that is not among them can be none of them.
    let isComplete: Bool
    private(set) var checkedInodes: Set<UInt64> = []
    private let roots: [RootStatus]
    /// The folder of each served root, in their order.
    private(set) var rootIDs: [FolderID] = []

    /// Makes a reconciler for one scan.
    /// - Parameters:
    ///   - folders: every folder of the catalogue.
    ///   - records: every file of the catalogue; nil where those of the places that are looked at will be added.
    ///   - roots: the folders that are served, as they are now.
    ///   - identifiers: gives ids to new folders.
    init(folders: FolderMap, records: [FileRecord]?, roots: [RootStatus], identifiers: IdentifierSource) {
        self.roots = roots
        self.identifiers = identifiers
        isComplete = records != nil
        files = RecordIndex(records ?? [])
        let known = folders.roots
        var unserved = known.filter { folder in !roots.contains { $0.path == folder.name } }
        var devices: [UInt64: UInt64] = [:]
        var puts: [Folder] = []
        for root in roots {
            let folder: Folder
            if let found = known.first(where: { $0.name == root.path }) {
                folder = found
            } else if let place = unserved.firstIndex(where: { Self.isSame($0, root) }) {
                folder = unserved.remove(at: place)
            } else {
                folder = Folder(
                    id: identifiers.next(), parentID: nil, name: root.path, device: root.stamp?.device ?? 0,
                    inode: root.stamp?.inode ?? 0, isOnline: root.stamp != nil)
                puts.append(folder)
            }
            rootIDs.append(folder.id)
            if let stamp = root.stamp, stamp.inode == folder.inode, stamp.device != folder.device {
                devices[folder.device] = stamp.device
            }
        }
        self.folders = FolderIndex(folders, devices: devices)
        for folder in puts { put(folder) }
        for (root, id) in zip(roots, rootIDs) where root.stamp == nil { takeOffline(id) }
        for folder in unserved { takeOffline(folder.id) }
    }

    private static func isSame(_ folder: Folder, _ root: RootStatus) -> Bool {
        folder.device == root.stamp?.device && folder.inode == root.stamp?.inode
    }

    /// Says that the directories that come next are those of a served root.
    mutating func begin(root: FolderID, _ coverage: FolderIndex.Coverage = .listed) {
        var scope = Scope(parentID: nil, rootID: root, coverage: coverage)
        scope.isSuspect = isSuspect(root)
        scopes.append(scope)
    }

    /// Says that the next directory is in the folder `parent`, and the others in it.
    mutating func begin(in parent: FolderID, _ coverage: FolderIndex.Coverage = .listed) {
        scopes.append(Scope(parentID: parent, rootID: nil, coverage: coverage))
    }

    /// Whether a root that can be reached is not the directory that it was.
    func isSuspect(_ root: FolderID) -> Bool {
        guard let place = rootIDs.firstIndex(of: root), let known = folders[root], let stamp = roots[place].stamp
        else { return false }
        return known.device != stamp.device || known.inode != stamp.inode
    }

    /// Takes one directory of the scan that began last.
    mutating func visit(_ directory: ScannedDirectory) {
        let place = scopes.count - 1
        scopes[place].fileCount += directory.files.count + directory.unfinished.count
        guard let id = settledFolder(of: directory, scope: place) else {
            scopes[place].folderIDs.append(nil)
            scopes[place].disputed.append(directory)
            return
        }
        scopes[place].folderIDs.append(id)
        compare(directory, with: id)
    }

    /// Takes note of a directory of the scan that began last that is not to be looked at.
    mutating func skip() { scopes[scopes.count - 1].folderIDs.append(nil) }

    /// The folder that a directory is beyond doubt; nil where the whole scan is needed to tell.
    private mutating func settledFolder(of directory: ScannedDirectory, scope: Int) -> FolderID? {
        if scopes[scope].isSuspect { return nil }
        let coverage = coverage(of: directory, scope: scope)
        if let root = rootID(of: directory, scope: scope) {
            return settle(root, as: directory, in: nil, coverage)
        }
        guard let parent = parentID(of: directory, scope: scope) else { return nil }
        switch folders.match(directory, in: parent) {
        case .same(let id): return settle(id, as: directory, in: parent, coverage)
        case .moved(let id) where isPlausible(directory, as: id): return settle(id, as: directory, in: parent, coverage)
        case .moved, .new: return settle(identifiers.next(), as: directory, in: parent, coverage)
        case .disputed: return nil
        }
    }

    func rootID(of directory: ScannedDirectory, scope: Int) -> FolderID? {
        directory.parent == nil ? scopes[scope].rootID : nil
    }

    /// The folder that a directory of the scan that began last is in; nil where that is not decided.
    func currentParent(of directory: ScannedDirectory) -> FolderID? {
        scopes.isEmpty ? nil : parentID(of: directory, scope: scopes.count - 1)
    }

    /// The folder that a directory is in; nil where that is not decided.
    func parentID(of directory: ScannedDirectory, scope: Int) -> FolderID? {
        directory.parent.map { scopes[scope].folderIDs[$0] } ?? scopes[scope].parentID
    }

    func coverage(of directory: ScannedDirectory, scope: Int) -> FolderIndex.Coverage {
        if directory.error != nil { return .unreadable }
        return directory.parent == nil ? scopes[scope].coverage : .listed
    }

    /// Whether a directory with the identity of a folder is that folder, and not one made after it was gone: numbers of
    /// removed directories are given again at once. One file that is the same tells.
    func isPlausible(_ directory: ScannedDirectory, as folder: FolderID) -> Bool {
        let places = files.places(in: folder)
        return places.isEmpty || trusted.contains(folder)
            || directory.files.contains { file in
                places[file.name].map { files.records[$0].stamp.inode == file.stamp.inode } ?? false
            }
    }

    /// Notes that a directory is the folder `id`.
    /// - Parameter parent: the folder it is in; nil for a root.
    mutating func settle(
        _ id: FolderID, as directory: ScannedDirectory, in parent: FolderID?, _ coverage: FolderIndex.Coverage
    ) -> FolderID {
        let known = folders[id]
        var folder =
            known ?? Folder(id: id, parentID: parent, name: directory.name, device: 0, inode: 0)
        if let parent {
            folder.parentID = parent
            folder.name = directory.name
        } else if let place = rootIDs.firstIndex(of: id) {
            folder.name = roots[place].path
        }
        if directory.inode != 0 {
            folder.device = directory.device
            folder.inode = directory.inode
        }
        folder.isOnline = true
        if folder != known { put(folder) }
        folders.cover(id, as: coverage)
        return id
    }

    mutating func put(_ folder: Folder) {
        folders.put(folder)
        steps.append(.putFolder(folder))
    }

    /// Notes that nothing can be said about what is in a root.
    mutating func takeOffline(_ id: FolderID) {
        folders.cover(id, as: .unvisited)
        guard var folder = folders[id], folder.isOnline else { return }
        folder.isOnline = false
        put(folder)
    }

    /// Compares the files of a directory with what is known of its folder.
    mutating func compare(_ directory: ScannedDirectory, with folder: FolderID) {
        let places = files.places(in: folder)
        for name in directory.unfinished { if let place = places[name] { files.fates[place] = .kept } }
        for file in directory.files {
            guard let place = places[file.name] else {
                let newcomer = Newcomer(file: file, folderID: folder)
                if files.mayKnow(file.stamp) { waiting.append(newcomer) } else { fresh.append(newcomer) }
                continue
            }
            let record = files.records[place]
            guard record.stamp.inode == file.stamp.inode else {
                files.fates[place] = .displaced
                displacing.append((Newcomer(file: file, folderID: folder), place))
                continue
            }
            files.fates[place] = .present
            compare(file, with: record, in: folder)
        }
    }

    /// Says what is to be done about a file that is a record's for certain.
    mutating func compare(_ file: ScannedFile, with record: FileRecord, in folder: FolderID) {
        let old = record.stamp
        // Another file can have the size and time of the one whose place it took, but it was changed, or got its name,
        // later. Some file systems number their files anew with every mount, and leave all times as they were.
        let isSameFile = old.inode == file.stamp.inode || old.changed == file.stamp.changed
        let isSameContent = isSameFile && old.size == file.stamp.size && old.modified == file.stamp.modified
        let isUntouched = isSameContent && old.changed == file.stamp.changed
        let isInPlace = record.folderID == folder && record.filename == file.name
        if isUntouched && isInPlace && old.inode == file.stamp.inode { return }
        if isSameContent, !isUntouched, isInPlace, record.state == .ready, record.fingerprint != nil {
            doubted.append((Newcomer(file: file, folderID: folder), record))
            return
        }
        // What could not be read may be readable now: permissions are attributes.
        let rereads = !isSameContent || (record.state == .unreadable && !isUntouched)
        let step = ReconciledStep.update(record, folderID: folder, file: file, rereads: rereads)
        // Another one's place may have been taken, and that one's by a third.
        if isInPlace { steps.append(step) } else { contended.append(step) }
    }

    /// Notes what was asked of the catalogue about new files, see `uncheckedInodes`: records of places that are not
    /// looked at.
    mutating func add(outside records: [FileRecord], checking inodes: Set<UInt64>) {
        checkedInodes.formUnion(inodes)
        for record in records {
            let isOnline = folders.root(of: record.folderID)?.isOnline ?? false
            files.add(outside: record, as: isOnline ? .kept : .offline)
        }
        waiting += fresh.filter { files.mayKnow($0.file.stamp) }
        fresh.removeAll { files.mayKnow($0.file.stamp) }
    }
}
