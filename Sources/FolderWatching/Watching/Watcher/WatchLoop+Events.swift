import Platform

/// What events do to the map, and what is told of them.
extension WatchLoop {
    func handle(_ event: InotifyEvent) {
        if event.isOverflow {
            overflowCount += 1
            log.warning(
                "the kernel's event queue was full: all folders are compared",
                ["setting": "fs.inotify.max_queued_events"])
            return renew(.overflow)
        }
        if event.watch == cookieWatch {
            if let number = CookieFile.number(event.name) { runCommands(through: number) }
            return
        }
        guard let node = nodes[event.watch] else {
            if event.isIgnored { source.forget(event.watch) }
            return
        }
        if event.name.bytes.isEmpty { return handle(event, ofItself: node) }
        guard let kind = event.kind else { return }
        guard let place = place(of: node) else {
            node.missEvents()
            return
        }
        if event.isDirectory {
            if enters(event.name, in: node) {
                handle(kind, event.name, in: node, at: place)
            } else if case .movedTo(let cookie) = kind, let moved = limbo.removeValue(forKey: cookie) {
                drop(moved.node)
            }
        } else {
            emit(.entry(kind, directory: place, name: event.name, isDirectory: false))
        }
    }

    /// Whether a directory of that name is entered.
    func enters(_ name: FileName, in parent: WatchedDirectory) -> Bool {
        name.bytes.withUnsafeBufferPointer { bytes in
            filter.enters(bytes) { (place(of: parent)?.path ?? FileName("")).appending(name) }
        }
    }

    private func handle(_ kind: WatchEvent.Kind, _ name: FileName, in parent: WatchedDirectory, at place: RootedPath) {
        let child = parent.children[name]
        func tell() { emit(.entry(kind, directory: place, name: name, isDirectory: true)) }
        switch kind {
        case .created: appear(name, in: parent)
        case .closedWrite: break
        case .deleted:
            // Its watch ends by itself; or it is one made since at the same place, and then is given again.
            if let child { drop(child, isOver: true) }
            tell()
        case .movedFrom(let cookie):
            tell()
            guard let child else { return }
            count(child, by: -1)
            child.detach()
            forgetPlaces()
            limbo[cookie] = (child, clock())
        case .movedTo(let cookie):
            tell()
            if let moved = limbo.removeValue(forKey: cookie)?.node {
                settle(moved, as: name, in: parent)
            } else {
                appear(name, in: parent)
            }
        case .attributes:
            if child == nil || child?.state == .denied { appear(name, in: parent) } else { tell() }
        }
    }

    /// Puts a directory where a rename took it.
    private func settle(_ moved: WatchedDirectory, as name: FileName, in parent: WatchedDirectory) {
        if filter.needsPaths || moved.missedEvents {
            // Other directories in it may be entered here than there, or it holds some that nobody knows.
            drop(moved)
            return appear(name, in: parent)
        }
        if let replaced = parent.children[name] { drop(replaced, isOver: true) }
        parent.attach(moved, as: name)
        count(moved, by: 1)
        forgetPlaces()
        if !isWhereItWas(moved) {
            // It went on since; or it was made at the old place after the one that this is about had gone.
            drop(moved)
            appear(name, in: parent)
        }
    }

    private func handle(_ event: InotifyEvent, ofItself node: WatchedDirectory) {
        if let root = node.rootNumber {
            if event.isUnmount { return lose(root, .unmounted) }
            if event.isMoveSelf { return lose(root, .moved) }
            if event.isDeleteSelf || event.isIgnored { return lose(root, .deleted) }
            if event.isAttributes {
                emit(.entry(.attributes, directory: RootedPath(root: root), name: FileName(""), isDirectory: true))
            }
            return
        }
        guard event.isIgnored else { return }
        source.forget(event.watch)
        let (parent, name, wasMount) = (node.parent, node.name, node.device != node.parent?.device)
        drop(node, isOver: true)
        // Its removal comes from the parent. If it is there all the same, a mount ended, or the kernel took the watch away.
        guard let parent, let place = place(of: parent)?.appending(name) else { return }
        appear(name, in: parent)
        if parent.children[name] != nil { emit(.rescan(place, wasMount ? .mounts : .watchLost)) }
    }
}
