import Platform

/// A directory of a watched tree, on the watcher's thread. A rename of a directory changes one of these.
final class WatchedDirectory {
    /// Why a directory has no watch.
    enum PollReason {
        /// The system's limit is reached.
        case limit
        /// Its file system changes without the kernel's knowledge.
        case fileSystem
        /// It can be reached by another path too, which has the watch; or the kernel refused for a reason of its own.
        case other
    }

    enum State: Equatable {
        case new
        case watched(CInt)
        case polled(PollReason)
        /// It can't be read; its parent tells when that changes.
        case denied
    }

    /// Set for the directories that were given to the watcher.
    let rootNumber: Int?
    private(set) weak var parent: WatchedDirectory?
    private(set) var name: FileName
    private(set) var children: [FileName: WatchedDirectory] = [:]
    var state = State.new
    var device: UInt64 = 0
    var inode: UInt64 = 0
    /// Whether something in it changed while nobody knew where that was.
    private(set) var missedEvents = false

    init(name: FileName, rootNumber: Int? = nil) {
        self.name = name
        self.rootNumber = rootNumber
    }

    var watch: CInt? {
        if case .watched(let watch) = state { watch } else { nil }
    }

    /// The directory at the top.
    var top: WatchedDirectory {
        var place = self
        while let parent = place.parent { place = parent }
        return place
    }

    /// Says that something in it changed that could not be looked at, so that it must be watched anew where it went.
    func missEvents() {
        var place: WatchedDirectory? = self
        while let next = place {
            next.missedEvents = true
            place = next.parent
        }
    }

    /// Where it is; nil once it is in no root.
    var place: RootedPath? {
        var names: [[UInt8]] = []
        var place = self
        while let parent = place.parent {
            names.append(place.name.bytes)
            place = parent
        }
        guard let root = place.rootNumber else { return nil }
        return RootedPath(root: root, path: FileName(bytes: names.reversed().joined(separator: [UInt8(ascii: "/")])))
    }

    /// Puts `child` in here.
    func attach(_ child: WatchedDirectory, as name: FileName) {
        child.name = name
        child.parent = self
        children[name] = child
    }

    /// Takes this one out of its parent, with all in it.
    func detach() {
        if parent?.children[name] === self { parent?.children[name] = nil }
        parent = nil
    }

    /// Whether it or one that it is in is that file, so that entering it would never end.
    func isInside(device: UInt64, inode: UInt64) -> Bool {
        var place: WatchedDirectory? = self
        while let next = place {
            if next.device == device && next.inode == inode { return true }
            place = next.parent
        }
        return false
    }

    /// Whether this is `other` or holds it.
    func isAbove(_ other: WatchedDirectory) -> Bool {
        var place: WatchedDirectory? = other
        while let next = place {
            if next === self { return true }
            place = next.parent
        }
        return false
    }

    /// This one and all beneath, each after the one that it is in.
    var subtree: [WatchedDirectory] {
        var result = [self]
        var next = 0
        while next < result.count {
            result += result[next].children.values
            next += 1
        }
        return result
    }

    /// The directory at a relative path.
    func descendant(at path: FileName) -> WatchedDirectory? {
        var place: WatchedDirectory? = self
        for component in path.bytes.split(separator: UInt8(ascii: "/")) {
            place = place?.children[FileName(bytes: component)]
        }
        return place
    }
}
