import FolderWatching
import PhotoLibrary
import Platform

/// What the catalogue knows of directories, and which of them were found on the disk.
struct FolderIndex {
    /// How much a scan learnt of what is in a folder.
    enum Coverage {
        /// All of it was listed.
        case listed
        /// It is there and could not be listed to the end: what it lacks stays.
        case unreadable
        /// Single names in it were looked at: of all others what is known stays.
        case partly
        /// It was not looked at: what is known of it stays.
        case unvisited
        /// It is gone.
        case gone
    }

    /// Which folder a scanned directory is.
    enum Match {
        /// It is this folder, at its place.
        case same(FolderID)
        /// It is this folder, which was somewhere else.
        case moved(FolderID)
        /// It is not known.
        case new
        /// Its place was another directory's: what it is, only the whole scan can tell.
        case disputed(FolderID)
    }

    struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    /// As the catalogue has them, but for moves that are known before the scan.
    private(set) var known: FolderMap
    /// What the scan found to be otherwise.
    private var found: [FolderID: Folder] = [:]
    private var coverages: [FolderID: Coverage] = [:]
    /// Devices get other numbers at a restart of the machine; what the roots' devices are called now.
    private let devices: [UInt64: UInt64]

    /// - Parameter devices: today's number of each device that has another than in the catalogue.
    init(_ folders: FolderMap, devices: [UInt64: UInt64]) {
        self.devices = devices
        known = folders
    }

    /// A folder as it is by now.
    subscript(id: FolderID) -> Folder? { found[id] ?? known[id] }

    /// A folder's identity in today's numbers.
    func identity(of folder: Folder) -> Identity {
        Identity(device: devices[folder.device] ?? folder.device, inode: folder.inode)
    }

    /// Whether a folder is the directory with that stamp.
    func isSame(_ id: FolderID, as stamp: FileStamp) -> Bool {
        guard let folder = self[id] else { return false }
        return identity(of: folder) == Identity(device: stamp.device, inode: stamp.inode)
    }

    func match(_ directory: ScannedDirectory, in parent: FolderID) -> Match {
        let placed = known.folder(directory.name, in: parent).flatMap { claimed($0) ? nil : $0 }
        let identity = Identity(device: directory.device, inode: directory.inode)
        // Nothing could be learnt of the directory but that it is there.
        if directory.inode == 0 { return placed.map { .same($0) } ?? .new }
        if let placed, let folder = self[placed], self.identity(of: folder) == identity { return .same(placed) }
        if let placed { return .disputed(placed) }
        return folder(for: directory, in: parent).map { .moved($0) } ?? .new
    }

    /// The folder that is this directory, which is in another, wherever it was; nil where there is none or it was found
    /// already. Nothing is in itself: then what is known of the other is out of date.
    func folder(for directory: ScannedDirectory, in parent: FolderID) -> FolderID? {
        folder(for: directory).flatMap { $0 == parent || ancestors(of: parent).contains($0) ? nil : $0 }
    }

    /// The folder that is this directory wherever it was; nil where there is none or it was found already.
    func folder(for directory: ScannedDirectory) -> FolderID? {
        guard directory.inode != 0 else { return nil }
        let identity = Identity(device: directory.device, inode: directory.inode)
        return known.folders(inode: directory.inode).first { id in
            guard let folder = known[id], folder.parentID != nil, !claimed(id) else { return false }
            return self.identity(of: folder) == identity
        }
    }

    /// Whether a folder was found in this scan.
    func claimed(_ id: FolderID) -> Bool { coverages[id] != nil }

    /// Every folder of which something was learnt.
    var covered: Set<FolderID> { Set(coverages.keys) }

    /// Notes what was learnt of a folder.
    mutating func cover(_ id: FolderID, as coverage: Coverage) { coverages[id] = coverage }

    mutating func put(_ folder: Folder) { found[folder.id] = folder }

    /// Gives a folder another place before the scan begins.
    mutating func move(_ folder: Folder) { known.put(folder) }

    /// How much the scan learnt of a folder: of one that it did not meet, what it learnt of the one that it was in.
    mutating func coverage(of id: FolderID) -> Coverage {
        var chain: [FolderID] = []
        var place: FolderID? = id
        var result = Coverage.unvisited
        while let current = place {
            if let known = coverages[current] {
                result = chain.isEmpty ? known : (known == .listed || known == .gone ? .gone : .unvisited)
                break
            }
            chain.append(current)
            place = self[current]?.parentID
        }
        for folder in chain { coverages[folder] = result }
        return result
    }

    /// The root that a folder is in, as far as the catalogue knows.
    func root(of id: FolderID) -> Folder? {
        var folder = self[id]
        while let parent = folder?.parentID { folder = self[parent] }
        return folder
    }

    /// The folders that a folder is in, the innermost first.
    func ancestors(of id: FolderID) -> [FolderID] {
        var found: [FolderID] = []
        var place = self[id]?.parentID
        while let current = place {
            found.append(current)
            place = self[current]?.parentID
        }
        return found
    }

    /// Where a folder is: the path of its root, and the path from there. Nil for one that is not known.
    func location(of id: FolderID) -> (root: FileName, path: FileName)? {
        guard var folder = self[id] else { return nil }
        var components: [FileName] = []
        while let parent = folder.parentID {
            components.append(folder.name)
            guard let outer = self[parent] else { return nil }
            folder = outer
        }
        return (folder.name, components.reversed().reduce(FileName("")) { $0.appending($1) })
    }

    /// Whether `directory` is the empty place where a device was mounted that the folder `id` is on.
    func isVanishedMount(_ directory: ScannedDirectory, of id: FolderID, in parent: FolderID) -> Bool {
        guard directory.files.isEmpty, directory.unfinished.isEmpty, directory.error == nil, let folder = self[id],
            let parent = self[parent]
        else { return false }
        return directory.device == parent.device && identity(of: folder).device != parent.device
    }

    /// Folders that are gone, the inner ones before those that they are in.
    mutating func gone() -> [FolderID] {
        var found: [FolderID] = []
        var open = coverages.filter { $0.value == .listed || $0.value == .gone }.map(\.key)
        var seen = Set(open)
        while let next = open.popLast() {
            if coverages[next] == .gone { found.append(next) }
            for id in known.folders(in: next) where coverages[id] == nil && seen.insert(id).inserted {
                coverages[id] = .gone
                open.append(id)
            }
        }
        let depths = found.map { (id: $0, depth: ancestors(of: $0).count) }
        return depths.sorted { ($1.depth, $0.id) < ($0.depth, $1.id) }.map(\.id)
    }
}
