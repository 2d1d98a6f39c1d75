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

    private struct Place: Hashable {
        let parent: FolderID
        let name: FileName
    }

    /// As the catalogue has them, with the changes of this scan.
    private(set) var folders: [FolderID: Folder]
    private var coverages: [FolderID: Coverage] = [:]
    private var byPlace: [Place: FolderID] = [:]
    private var byIdentity: [Identity: FolderID] = [:]
    /// Devices get other numbers at a restart of the machine; what the roots' devices are called now.
    private let devices: [UInt64: UInt64]

    /// - Parameter devices: today's number of each device that has another than in the catalogue.
    init(_ folders: [Folder], devices: [UInt64: UInt64]) {
        self.devices = devices
        self.folders = Dictionary(folders.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for folder in folders {
            guard let parent = folder.parentID else { continue }
            byPlace[Place(parent: parent, name: folder.name)] = folder.id
            if folder.inode != 0 { byIdentity[identity(of: folder)] = folder.id }
        }
    }

    /// A folder's identity in today's numbers.
    func identity(of folder: Folder) -> Identity {
        Identity(device: devices[folder.device] ?? folder.device, inode: folder.inode)
    }

    func match(_ directory: ScannedDirectory, in parent: FolderID) -> Match {
        let placed = byPlace[Place(parent: parent, name: directory.name)].flatMap { claimed($0) ? nil : $0 }
        let identity = Identity(device: directory.device, inode: directory.inode)
        // Nothing could be learnt of the directory but that it is there.
        if directory.inode == 0 { return placed.map { .same($0) } ?? .new }
        if let placed, let folder = folders[placed], self.identity(of: folder) == identity { return .same(placed) }
        if let placed { return .disputed(placed) }
        return known(directory).map { .moved($0) } ?? .new
    }

    /// The folder that is this directory wherever it was; nil where there is none or it was found already.
    func known(_ directory: ScannedDirectory) -> FolderID? {
        let identity = Identity(device: directory.device, inode: directory.inode)
        guard directory.inode != 0, let known = byIdentity[identity], !claimed(known) else { return nil }
        return known
    }

    /// Whether a folder was found in this scan.
    func claimed(_ id: FolderID) -> Bool { coverages[id] != nil }

    /// Notes what was learnt of a folder.
    mutating func cover(_ id: FolderID, as coverage: Coverage) { coverages[id] = coverage }

    mutating func put(_ folder: Folder) { folders[folder.id] = folder }

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
            place = folders[current]?.parentID
        }
        for folder in chain { coverages[folder] = result }
        return result
    }

    /// The root that a folder is in, as far as the catalogue knows.
    func root(of id: FolderID) -> Folder? {
        var folder = folders[id]
        while let parent = folder?.parentID { folder = folders[parent] }
        return folder
    }

    /// The folders that a folder is in, the innermost first.
    func ancestors(of id: FolderID) -> [FolderID] {
        var found: [FolderID] = []
        var place = folders[id]?.parentID
        while let current = place {
            found.append(current)
            place = folders[current]?.parentID
        }
        return found
    }

    /// Where a folder is: the path of its root, and the path from there. Nil for one that is not known.
    func location(of id: FolderID) -> (root: FileName, path: FileName)? {
        guard var folder = folders[id] else { return nil }
        var components: [FileName] = []
        while let parent = folder.parentID {
            components.append(folder.name)
            guard let outer = folders[parent] else { return nil }
            folder = outer
        }
        return (folder.name, components.reversed().reduce(FileName("")) { $0.appending($1) })
    }

    /// Whether `directory` is the empty place where a device was mounted that the folder `id` is on.
    func isVanishedMount(_ directory: ScannedDirectory, of id: FolderID, in parent: FolderID) -> Bool {
        guard directory.files.isEmpty, directory.error == nil, let folder = folders[id], let parent = folders[parent]
        else { return false }
        return directory.device == parent.device && identity(of: folder).device != parent.device
    }

    /// Folders that are gone, the inner ones before those that they are in.
    mutating func gone() -> [FolderID] {
        var depths: [FolderID: Int] = [:]
        for id in folders.keys where coverage(of: id) == .gone { depths[id] = depth(of: id) }
        return depths.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    private func depth(of id: FolderID) -> Int {
        var depth = 0
        var place = folders[id]?.parentID
        while let current = place {
            depth += 1
            place = folders[current]?.parentID
        }
        return depth
    }
}
