import Dispatch
import Platform
import Synchronization

/// What the watcher's thread and everybody else both touch.
final class WatcherShared: Sendable {
    let queue: Mutex<CommandQueue>
    let status = Mutex(WatcherStatus())
    /// Wakes the thread while the kernel can't.
    let wake = DispatchSemaphore(value: 0)
    private let isBlind = Mutex(false)

    init(cookie: consuming CookieFile) { queue = Mutex(CommandQueue(cookie: cookie)) }

    /// The number of the command that was queued last.
    var last: Int { queue.withLock { $0.last } }

    func setBlind(_ value: Bool) { isBlind.withLock { $0 = value } }

    /// Queues a command; the thread does it once all that happened on disk before is known.
    func send(_ command: WatchCommand, done: @escaping @Sendable () -> Void = {}) throws(SystemError) {
        let isQueued = try queue.withLock { queue throws(SystemError) in
            if queue.isStopped { return false }
            try queue.append(command, done: done)
            return true
        }
        if !isQueued { return done() }
        if isBlind.withLock({ $0 }) { wake.signal() }
    }
}
