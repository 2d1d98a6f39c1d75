import Platform

/// One event as the kernel gave it (inotify(7)).
struct InotifyEvent: Hashable {
    /// The watch; -1 for an overflow.
    var watch: CInt
    var mask: UInt32
    var cookie: UInt32 = 0
    /// Empty where the event is about the watched directory itself.
    var name = FileName("")
}

/// Where events come from, and where watches are set. Used on the watcher's thread only.
protocol InotifySource: AnyObject {
    /// Whether there is an end to waiting only by time and `FolderWatcher`'s semaphore, since nothing can be watched.
    var isBlind: Bool { get }
    /// How many watches ended that the source still holds memory for.
    var residue: Int { get }

    /// Watches the open directory `descriptor`, or gives its watch where it has one.
    func watch(_ descriptor: CInt, mask: UInt32) throws(SystemError) -> CInt

    /// Ends a watch.
    func unwatch(_ watch: CInt)

    /// Says that the kernel ended a watch.
    func forget(_ watch: CInt)

    /// Waits for the next event.
    /// - Parameter seconds: how long, at least 1; nil for as long as it takes.
    /// - Returns: nil when the time is over.
    func next(waiting seconds: Int?) throws(SystemError) -> InotifyEvent?

    /// Ends all watches. Nothing else may be called after.
    func close()
}
