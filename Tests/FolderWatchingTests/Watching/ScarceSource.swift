@testable import FolderWatching
import Glibc
import Platform
import Synchronization

/// The kernel's inotify, but with as few watches as a test wants.
final class ScarceSource: InotifySource {
    /// What the system gives, shared between the lives of a source.
    final class Supply: Sendable {
        private let watches: Mutex<Int>
        private let instances: Mutex<Int>

        init(watches: Int = .max, instances: Int = .max) {
            self.watches = Mutex(watches)
            self.instances = Mutex(instances)
        }

        func raise() {
            watches.withLock { $0 = .max }
            instances.withLock { $0 = .max }
        }

        var watchLimit: Int { watches.withLock { $0 } }

        func makeSource() throws(SystemError) -> any InotifySource {
            if instances.withLock({ $0 }) == 0 { throw SystemError(code: EMFILE, call: "inotify_init") }
            return ScarceSource(try InotifyTools(), supply: self)
        }
    }

    private let kernel: InotifyTools
    private let supply: Supply
    private var count = 0

    init(_ kernel: InotifyTools, supply: Supply) {
        self.kernel = kernel
        self.supply = supply
    }

    var isBlind: Bool { kernel.isBlind }
    var residue: Int { kernel.residue }

    func watch(_ descriptor: CInt, mask: UInt32) throws(SystemError) -> CInt {
        if count >= supply.watchLimit { throw SystemError(code: ENOSPC, call: "inotify_add_watch") }
        count += 1
        return try kernel.watch(descriptor, mask: mask)
    }

    func unwatch(_ watch: CInt) {
        count -= 1
        kernel.unwatch(watch)
    }

    func forget(_ watch: CInt) {
        count -= 1
        kernel.forget(watch)
    }

    func next(waiting seconds: Int?) throws(SystemError) -> InotifyEvent? { try kernel.next(waiting: seconds) }

    func close() { kernel.close() }
}
