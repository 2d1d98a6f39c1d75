import CInotifyTools
import Dispatch
import Glibc
import Platform

/// The kernel's inotify by way of libinotifytools, whose traps end here:
///
/// 1. Its state belongs to the process, so there is one of these at a time; another waits until the first is closed.
/// 2. It hides its descriptor, waits for it with `select`, which must not see numbers above 1,023, and lets started
///    programs inherit it. So low numbers are kept for the next time, when thousands of clients may hold all others.
/// 3. It waits in whole seconds, without end where asked for none, and spins where more than one event is asked for. So
///    nobody can ask whether there is more: each event is handed on at once.
/// 4. It tells a watch by the path alone, finds the first that had that path, and loses its way where a path is changed. So
///    each directory is given by its open descriptor, which also keeps links and renames out of it, and each
///    time by a path that was never used.
/// 5. It keeps what it read in a buffer that outlives it: the first events may be those of another life. Whoever opens
///    it must read up to an event of its own before it watches anything else.
/// 6. It never forgets a watch that the kernel ended, nor one that it was given twice.
final class InotifyTools: InotifySource {
    private static let exclusive = DispatchSemaphore(value: 1)
    /// As many as other threads may be faster in a row, at each of which one is lost.
    private static let reserve = DescriptorReserve(count: 8, below: CInt(FD_SETSIZE))

    let isBlind = false
    private(set) var residue = 0
    private var watches: Set<CInt> = []
    private var pathCount = 0

    init() throws(SystemError) {
        Self.exclusive.wait()
        do throws(SystemError) {
            try Self.open()
        } catch {
            Self.exclusive.signal()
            throw error
        }
    }

    private static func open() throws(SystemError) {
        reserve.fill()
        while true {
            guard try OpenDescriptors.next() < CInt(FD_SETSIZE) || reserve.give() else {
                throw SystemError(code: EMFILE, call: "select", subject: "descriptors above \(FD_SETSIZE)")
            }
            guard inotifytools_initialize() != 0 else {
                throw SystemError(code: inotifytools_error(), call: "inotify_init")
            }
            guard let number = try? OpenDescriptors.closeOnExec("anon_inode:inotify"), number >= CInt(FD_SETSIZE)
            else { return }
            inotifytools_cleanup()
        }
    }

    func watch(_ descriptor: CInt, mask: UInt32) throws(SystemError) -> CInt {
        let path = freshPath(descriptor)
        guard inotifytools_watch_file(path, CInt(bitPattern: mask)) != 0 else {
            throw SystemError(code: inotifytools_error(), call: "inotify_add_watch", subject: path)
        }
        let watch = inotifytools_wd_from_filename(path)
        if !watches.insert(watch).inserted { residue += 1 }
        return watch
    }

    /// A path of an open descriptor (proc(5)) with a number of its own, spelt in `./` and `/`, which lead nowhere.
    private func freshPath(_ descriptor: CInt) -> String {
        pathCount += 1
        var path = "/proc/self/fd/"
        var rest = pathCount
        while rest > 0 {
            path += rest % 2 == 0 ? "/" : "./"
            rest /= 2
        }
        return path + String(descriptor)
    }

    func unwatch(_ watch: CInt) {
        if watches.remove(watch) != nil { inotifytools_remove_watch_by_wd(watch) }
    }

    func forget(_ watch: CInt) {
        if watches.remove(watch) != nil { residue += 1 }
    }

    func next(waiting seconds: Int?) throws(SystemError) -> InotifyEvent? {
        guard let event = inotifytools_next_event(seconds ?? -1) else {
            let code = inotifytools_error()
            if code == 0 || code == EINTR { return nil }
            throw SystemError(code: code, call: "select")
        }
        return InotifyEvent(
            watch: event.pointee.wd, mask: event.pointee.mask, cookie: event.pointee.cookie, name: Self.name(event))
    }

    private static func name(_ event: UnsafeMutablePointer<inotify_event>) -> FileName {
        let bytes = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(event) + MemoryLayout<inotify_event>.size, count: Int(event.pointee.len))
        return FileName(bytes: bytes)
    }

    func close() {
        inotifytools_cleanup()
        Self.reserve.fill()
        Self.exclusive.signal()
    }
}
