import Platform
import Synchronization

/// Roots that come and go.
extension WatchLoop {
    /// How often it is looked whether the roots are where they were. Only an unmount that the kernel does not tell
    /// of (umount(8) `-l`) or a mount over a root is found that way. One look costs a few microseconds and no disk.
    static let rootCheckInterval = Duration.seconds(5)
    /// How often a lost root is looked for.
    static let lostRootInterval = Duration.seconds(2)

    func add(root number: Int, at path: FileName) {
        if roots[number] != nil { remove(root: number) }
        roots[number] = Root(path: path)
        find(number)
        if roots[number]?.node == nil { reschedule() }
    }

    func remove(root number: Int) {
        if let node = roots[number]?.node { drop(node) }
        roots[number] = nil
        isChanged = true
        reschedule()
    }

    /// Watches a root that may be there.
    private func find(_ number: Int) {
        guard let path = roots[number]?.path else { return }
        let node = WatchedDirectory(name: FileName(""), rootNumber: number)
        roots[number]?.node = node
        roots[number]?.watchCount = 0
        roots[number]?.polledCount = 0
        walk(node, isNew: false)
        if roots[number]?.node != nil { log.debug("folder is watched", ["folder": path]) }
        reschedule()
    }

    /// Tells that a root can't be reached, and looks for it from now on.
    func lose(_ number: Int, _ loss: WatchEvent.RootLoss) {
        guard let root = roots[number], let node = root.node else { return }
        drop(node, isOver: loss == .deleted || loss == .unmounted)
        roots[number]?.node = nil
        log.warning("folder can't be reached", ["folder": root.path, "reason": loss.rawValue])
        emit(.rootGone(number, loss))
        reschedule()
    }

    /// Finds roots that came back and those that went without a word.
    func checkRoots() {
        for number in roots.keys.sorted() {
            guard let root = roots[number] else { continue }
            if let node = root.node {
                // A file server that doesn't answer would stop everything; what becomes of such a root, comparing tells.
                if node.state == .polled(.fileSystem) { continue }
                let status = try? Directory(at: root.path).descriptor.status()
                if status?.stamp.device == node.device && status?.stamp.inode == node.inode { continue }
                lose(number, status == nil ? .deleted : .moved)
            }
            guard (try? Directory(at: root.path)) != nil else { continue }
            find(number)
            guard roots[number]?.node != nil else { continue }
            log.info("folder can be reached again", ["folder": root.path])
            emit(.rootBack(number))
            emit(.rescan(RootedPath(root: number), .rootBack))
        }
        reschedule()
    }

    private func reschedule() {
        isChanged = true
        if roots.isEmpty {
            nextRootCheck = nil
        } else {
            let isLost = roots.values.contains { $0.node == nil }
            nextRootCheck = clock() + (isLost ? Self.lostRootInterval : Self.rootCheckInterval)
        }
    }

    /// Asks the kernel for events; polls everything where it gives none.
    func openSource() {
        limit = nil
        limits = .current
        do throws(SystemError) {
            let opened = try makeSource()
            do throws(SystemError) {
                try readStale(of: opened)
            } catch {
                opened.close()
                throw error
            }
            source = opened
            shared.setBlind(false)
        } catch {
            source = BlindSource(error, wake: shared.wake)
            cookieWatch = -1
            shared.setBlind(true)
            reachLimit(error)
        }
    }

    /// Watches the cookie, and reads what is left of another life.
    private func readStale(of opened: any InotifySource) throws(SystemError) {
        let (watch, mark) = try shared.queue.withLock { queue throws(SystemError) in
            (try opened.watch(queue.cookieDirectory, mask: InotifyMask.cookie), try queue.mark())
        }
        cookieWatch = watch
        while true {
            let event = try opened.next(waiting: nil)
            if let event, event.watch == watch, CookieFile.number(event.name) == mark { return }
        }
    }

    /// Begins from nothing: what the kernel said is incomplete.
    func renew(_ reason: WatchEvent.RescanReason) {
        limbo = [:]
        nodes = [:]
        polled = [:]
        scheduled = [:]
        schedule = PollingSchedule()
        source.close()
        openSource()
        // What was asked before this moment may have left its mark in the queue that is gone.
        let last = shared.last
        for number in roots.keys.sorted() where roots[number]?.node != nil {
            find(number)
            if roots[number]?.node != nil { emit(.rescan(RootedPath(root: number), reason)) }
        }
        runCommands(through: last)
    }
}

extension WatchLoop.Root {
    var status: WatcherStatus.Root {
        let mode: WatcherStatus.Mode =
            if let node {
                if node.watch == nil { .polling } else if polledCount > 0 { .partlyWatching } else { .watching }
            } else {
                .offline
            }
        return WatcherStatus.Root(mode: mode, watchCount: watchCount, polledCount: polledCount, fileSystem: fileSystem)
    }
}
