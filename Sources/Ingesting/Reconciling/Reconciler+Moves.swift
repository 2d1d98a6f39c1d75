import PhotoLibrary
import Platform

/// Moves that the kernel told of, applied one after the other before anything is looked at.
extension Reconciler {
    /// The folder at a path from a root, after the moves so far; nil where there is none.
    func folder(at path: FileName, in root: FolderID) -> FolderID? {
        var place = root
        for component in path.bytes.split(separator: UInt8(ascii: "/")) {
            guard let next = folders.known.folder(FileName(bytes: component), in: place) else { return nil }
            place = next
        }
        return place
    }

    /// Notes that files have left their places, though it is still to be told where to. To be called before these places
    /// are visited.
    mutating func leave(_ names: some Sequence<FileName>, in folder: FolderID) {
        let places = files.places(in: folder)
        for name in names {
            if let place = places[name], files.fates[place] == .unseen { files.fates[place] = .leaving }
        }
    }

    /// Gives a folder, with all in it, another place.
    /// - Returns: the folder that was at that place, which is gone or elsewhere; nil where there was none.
    mutating func move(_ id: FolderID, to name: FileName, in parent: FolderID) -> FolderID? {
        guard var folder = folders[id], folder.parentID != parent || folder.name != name else { return nil }
        let other = folders.known.folder(name, in: parent)
        if let other { ousted.insert(other) }
        folder.parentID = parent
        folder.name = name
        folders.move(folder)
        steps.append(.putFolder(folder))
        return other
    }
}
