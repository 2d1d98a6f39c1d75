import PhotoLibrary
import Platform

/// The folders of the catalogue, to be found by id, by place, by inode and by the folder that they are in.
struct FolderMap: Sendable {
    private struct Place: Hashable {
        let parent: FolderID
        let name: FileName
    }

    private var folders: [FolderID: Folder] = [:]
    private var byPlace: [Place: FolderID] = [:]
    private var byInode: [UInt64: [FolderID]] = [:]
    private var inner: [FolderID: Set<FolderID>] = [:]
    private var rootIDs: Set<FolderID> = []

    /// Makes a map of these folders.
    init(_ folders: [Folder]) {
        for folder in folders { put(folder) }
    }

    subscript(id: FolderID) -> Folder? { folders[id] }

    /// The folders that are in no other, by id.
    var roots: [Folder] { rootIDs.sorted().compactMap { folders[$0] } }

    /// The folder of that name in another.
    func folder(_ name: FileName, in parent: FolderID) -> FolderID? { byPlace[Place(parent: parent, name: name)] }

    /// The folders that had that number on their device.
    func folders(inode: UInt64) -> [FolderID] { byInode[inode] ?? [] }

    /// The folders directly in another.
    func folders(in parent: FolderID) -> Set<FolderID> { inner[parent] ?? [] }

    /// A folder and all that are in it.
    func subtree(of id: FolderID) -> [FolderID] {
        var found = [id]
        var next = 0
        while next < found.count {
            found += folders(in: found[next])
            next += 1
        }
        return found
    }

    /// Adds a folder, or gives a known one another place.
    mutating func put(_ folder: Folder) {
        remove(folder.id, keepingInner: true)
        folders[folder.id] = folder
        if folder.inode != 0 { byInode[folder.inode, default: []].append(folder.id) }
        if let parent = folder.parentID {
            byPlace[Place(parent: parent, name: folder.name)] = folder.id
            inner[parent, default: []].insert(folder.id)
        } else {
            rootIDs.insert(folder.id)
        }
    }

    /// Takes a folder out.
    mutating func remove(_ id: FolderID) { remove(id, keepingInner: false) }

    private mutating func remove(_ id: FolderID, keepingInner: Bool) {
        guard let folder = folders.removeValue(forKey: id) else { return }
        byInode[folder.inode]?.removeAll { $0 == id }
        if byInode[folder.inode]?.isEmpty ?? false { byInode[folder.inode] = nil }
        if let parent = folder.parentID {
            let place = Place(parent: parent, name: folder.name)
            if byPlace[place] == id { byPlace[place] = nil }
            inner[parent]?.remove(id)
            if inner[parent]?.isEmpty ?? false { inner[parent] = nil }
        } else {
            rootIDs.remove(id)
        }
        if !keepingInner { inner[id] = nil }
    }

    /// Takes over what a commit did.
    mutating func apply(_ commit: Commit) {
        for change in commit.folders {
            if let after = change.after {
                put(after)
            } else if let before = change.before {
                remove(before.id)
            }
        }
    }
}
