import Platform

/// What is done from time to time: comparing what can't be watched, and trying to watch it again.
extension WatchLoop {
    /// Trees of one root that are polled each on its own; with more, the root is polled as a whole.
    static let polledLimit = 256

    func poll(_ node: WatchedDirectory, _ reason: WatchedDirectory.PollReason) {
        node.state = .polled(reason)
        polled[ObjectIdentifier(node)] = node
        count(node, by: 1, isAlone: true)
        guard let number = node.top.rootNumber, let root = roots[number] else { return }
        scheduleComparing(root.polledCount > Self.polledLimit ? root.node ?? node : node)
    }

    private func scheduleComparing(_ node: WatchedDirectory) {
        let key = ObjectIdentifier(node)
        scheduled[key] = node
        schedule.add(key, at: clock())
    }

    func forgetPolling(_ node: WatchedDirectory) {
        let key = ObjectIdentifier(node)
        polled[key] = nil
        scheduled[key] = nil
        schedule.remove(key)
    }

    /// Says once that watches ran out, and how to get more.
    func reachLimit(_ error: SystemError) {
        guard limit == nil else { return }
        limits = .current
        limit = WatchLimit(value: limits.watchLimit, at: clock())
        isChanged = true
        if hasWarned { return }
        hasWarned = true
        log.warning(
            "the system gives no more watches: some folders are compared from time to time instead. Raise the setting",
            [
                "reason": "\(error)",
                "setting": source.isBlind ? "fs.inotify.max_user_instances" : InotifyLimits.watchesSetting,
                "value": limits.watchLimit.map(String.init) ?? "unknown",
            ])
    }

    /// Looks for lost roots and more watches at once.
    func check(at now: MonotonicTime) {
        checkRoots()
        if limit != nil { heal() }
    }

    func tick(at now: MonotonicTime) {
        for (cookie, entry) in limbo where now - entry.since >= Self.limboTime {
            limbo[cookie] = nil
            drop(entry.node)
        }
        for key in schedule.takeDue(at: now) {
            guard let place = scheduled[key]?.place else { continue }
            emit(.rescan(place, .polling))
        }
        if let nextRootCheck, nextRootCheck <= now { checkRoots() }
        if var limit, limit.nextCheck <= now {
            limits = .current
            let isOver = limit.isOver(current: limits.watchLimit, at: now)
            self.limit = limit
            if isOver { heal() }
        }
        if source.residue > Self.residueLimit { renew(.watchLost) }
    }

    /// Tries to watch what is polled for lack of watches.
    private func heal() {
        let previous = limit
        limit = nil
        if source.isBlind {
            renew(.watchedAgain)
        } else {
            for (key, node) in polled where node.state == .polled(.limit) {
                guard let place = node.place else { continue }
                count(node, by: -1, isAlone: true)
                polled[key] = nil
                node.state = .new
                walk(node, isNew: false)
                guard node.watch != nil else { continue }
                scheduled[key] = nil
                schedule.remove(key)
                emit(.rescan(place, .watchedAgain))
            }
            for root in roots.values where root.polledCount == 0 {
                if let node = root.node { forgetPolling(node) }
            }
        }
        isChanged = true
        if limit != nil {
            limit = WatchLimit(value: limits.watchLimit, after: previous, at: clock())
        } else {
            hasWarned = false
            log.info("all folders are watched again")
        }
    }

    /// How long to wait for events; nil for as long as it takes.
    func secondsToWait() -> Int? {
        let limboEnd = limbo.isEmpty ? nil : clock() + Self.limboTime
        guard let next = [schedule.next, nextRootCheck, limit?.nextCheck, limboEnd].compactMap({ $0 }).min() else {
            return nil
        }
        let left = (next - clock()).wholeNanoseconds
        return Int(clamping: max(1, (left + 999_999_999) / 1_000_000_000))
    }
}
