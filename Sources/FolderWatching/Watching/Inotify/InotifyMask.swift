import CInotifyTools
import Platform

/// Which events are asked for, and what their bits say (inotify(7)).
enum InotifyMask {
    /// What is asked about each directory; of its own end its parent tells.
    static let directory = UInt32(
        IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB | IN_ONLYDIR | IN_EXCL_UNLINK)
    /// A root has no parent that could tell.
    static let root = directory | UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
    /// Of the cookie only its new name counts.
    static let cookie = UInt32(IN_MOVED_TO | IN_ONLYDIR)
}

extension InotifyEvent {
    var isOverflow: Bool { has(IN_Q_OVERFLOW) }
    var isIgnored: Bool { has(IN_IGNORED) }
    var isUnmount: Bool { has(IN_UNMOUNT) }
    var isDeleteSelf: Bool { has(IN_DELETE_SELF) }
    var isMoveSelf: Bool { has(IN_MOVE_SELF) }
    var isAttributes: Bool { has(IN_ATTRIB) }
    var isDirectory: Bool { mask & UInt32(IN_ISDIR) != 0 }

    /// What happened to the name.
    var kind: WatchEvent.Kind? {
        if has(IN_CREATE) { return .created }
        if has(IN_CLOSE_WRITE) { return .closedWrite }
        if has(IN_MOVED_FROM) { return .movedFrom(cookie: cookie) }
        if has(IN_MOVED_TO) { return .movedTo(cookie: cookie) }
        if has(IN_DELETE) { return .deleted }
        if has(IN_ATTRIB) { return .attributes }
        return nil
    }

    private func has(_ bit: CInt) -> Bool { mask & UInt32(bit) != 0 }
}
