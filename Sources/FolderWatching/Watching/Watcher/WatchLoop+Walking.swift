import Platform

/// How directories come to be watched and cease to be.
extension WatchLoop {
    /// Watches a directory that is there now, with all in it, unless it is watched already.
    func appear(_ name: FileName, in parent: WatchedDirectory) {
        if let child = parent.children[name] {
            if child.state != .denied && isWhereItWas(child) { return }
            drop(child, isOver: true)
        }
        let child = WatchedDirectory(name: name)
        parent.attach(child, as: name)
        walk(child, isNew: true)
    }

    /// Whether the path of a directory still leads to it.
    func isWhereItWas(_ node: WatchedDirectory) -> Bool {
        guard let place = place(of: node), let path = roots[place.root]?.path,
            let root = try? Directory(at: path), let opened = try? root.directory(place.path),
            let stamp = try? opened.descriptor.status().stamp
        else { return false }
        return stamp.device == node.device && stamp.inode == node.inode
    }

    /// Watches a directory and those in it.
    /// - Parameter isNew: whether they are to be told of.
    func walk(_ start: WatchedDirectory, isNew: Bool) {
        guard let number = start.top.rootNumber, let path = roots[number]?.path else { return }
        isChanged = true
        do throws(SystemError) {
            let root = try Directory(at: path)
            var waiting = [start]
            while let node = waiting.popLast() { enter(node, in: root, isNew: isNew, waiting: &waiting) }
        } catch {
            // That the root is gone comes as an event of its own.
            fail(start, error, isNew: isNew)
        }
    }

    private func enter(
        _ node: WatchedDirectory, in root: borrowing Directory, isNew: Bool, waiting: inout [WatchedDirectory]
    ) {
        guard let place = node.place else { return }
        do throws(SystemError) {
            guard let directory = try open(node, in: root) else { return drop(node, isOver: true) }
            let stamp = try directory.descriptor.status().stamp
            if node.parent?.isInside(device: stamp.device, inode: stamp.inode) ?? false { return drop(node) }
            (node.device, node.inode) = (stamp.device, stamp.inode)
            guard watch(node, directory.descriptor.number, isNew: isNew) else {
                // The tree is polled as one, or is known.
                if isNew, node.place != nil { emit(.appeared(place)) }
                return
            }
            if isNew { emit(.appeared(place)) }
            try directory.forEachEntry { entry in
                let kind = entry.kind ?? (try? entry.status())?.kind
                guard kind == .directory else { return }
                let name = entry.name
                guard node.children[name] == nil, enters(name, in: node) else { return }
                let child = WatchedDirectory(name: name)
                node.attach(child, as: name)
                waiting.append(child)
            }
        } catch {
            fail(node, error, isNew: isNew)
        }
    }

    /// Opens a directory from its parent; nil where something else is at the parent's path by now. An event that is still
    /// to come tells where that went, and then all in it is watched anew.
    private func open(_ node: WatchedDirectory, in root: borrowing Directory) throws(SystemError) -> Directory? {
        guard let parent = node.parent else { return try root.directory(FileName("")) }
        guard let place = place(of: parent), let opened = try? root.directory(place.path),
            let stamp = try? opened.descriptor.status().stamp, stamp.device == parent.device,
            stamp.inode == parent.inode
        else {
            parent.missEvents()
            return nil
        }
        return try opened.directory(node.name)
    }

    private func fail(_ node: WatchedDirectory, _ error: SystemError, isNew: Bool) {
        guard let place = node.place else { return }
        if error.isAbsence || error.isWrongKind {
            // Its parent tells, or has told.
            drop(node, isOver: true)
            if let number = node.rootNumber { lose(number, .deleted) }
            return
        }
        if error.isDenial {
            node.state = .denied
            if let number = node.rootNumber { return lose(number, .denied) }
        } else {
            poll(node, .other)
        }
        if isNew { emit(.appeared(place)) }
    }

    /// Sets the watch of a directory; false where there is nothing to list: it can't have one, or had it already
    /// under another name.
    private func watch(_ node: WatchedDirectory, _ descriptor: CInt, isNew: Bool) -> Bool {
        if node.device != node.parent?.device {
            let kind = try? FileSystemKind(at: FileName("/proc/self/fd/\(descriptor)"))
            if let number = node.rootNumber { roots[number]?.fileSystem = kind?.name ?? "" }
            if let kind, !kind.supportsInotify {
                poll(node, .fileSystem)
                return false
            }
        }
        if limit != nil {
            poll(node, .limit)
            return false
        }
        do throws(SystemError) {
            let mask = node.rootNumber == nil ? InotifyMask.directory : InotifyMask.root
            let watch = try source.watch(descriptor, mask: mask)
            if let other = nodes[watch], other !== node { return takeOver(other, as: node, descriptor, isNew: isNew) }
            nodes[watch] = node
            node.state = .watched(watch)
            count(node, by: 1, isAlone: true)
            return true
        } catch {
            if error.isExhaustion {
                reachLimit(error)
                poll(node, .limit)
            } else {
                poll(node, .other)
            }
            return false
        }
    }

    /// A directory was found in a listing before it was told that it had moved there; or it has two places at once.
    private func takeOver(
        _ other: WatchedDirectory, as node: WatchedDirectory, _ descriptor: CInt, isNew: Bool
    ) -> Bool {
        guard let parent = node.parent, !isWhereItWas(other), !other.isAbove(parent) else {
            poll(node, .other)
            return false
        }
        for (cookie, entry) in limbo where entry.node === other { limbo[cookie] = nil }
        if other.missedEvents {
            drop(other)
            return watch(node, descriptor, isNew: isNew)
        }
        if other.place != nil { count(other, by: -1) }
        other.detach()
        node.detach()
        parent.attach(other, as: node.name)
        count(other, by: 1)
        forgetPlaces()
        if isNew {
            for moved in other.subtree { if let place = moved.place { emit(.appeared(place)) } }
        }
        return false
    }

    /// Forgets a directory and all in it.
    /// - Parameter isOver: whether the kernel ends their watches by itself.
    func drop(_ node: WatchedDirectory, isOver: Bool = false) {
        isChanged = true
        if node.place != nil { count(node, by: -1) }
        for dropped in node.subtree {
            if let watch = dropped.watch {
                nodes[watch] = nil
                if !isOver { source.unwatch(watch) }
            }
            forgetPolling(dropped)
            dropped.state = .new
        }
        node.detach()
        forgetPlaces()
    }

    /// Keeps the number of watches of the root that a directory is in.
    func count(_ node: WatchedDirectory, by sign: Int, isAlone: Bool = false) {
        guard let number = node.top.rootNumber else { return }
        for counted in isAlone ? [node] : node.subtree {
            switch counted.state {
            case .watched: roots[number]?.watchCount += sign
            case .polled: roots[number]?.polledCount += sign
            case .new, .denied: break
            }
        }
    }
}
