import Platform

/// What the watcher's thread is asked to do.
enum WatchCommand: Sendable {
    case add(root: Int, path: FileName)
    case remove(root: Int)
    /// A part of a tree that is polled was compared.
    case compared(RootedPath, took: Duration, isChanged: Bool)
    /// Does at once what would be done after some time: look for lost roots, try again to watch.
    case check
    case barrier
    case stop
}

/// Commands on their way to the thread, each with who waits for it.
struct CommandQueue: ~Copyable {
    struct Item: Sendable {
        let number: Int
        let command: WatchCommand
        let done: @Sendable () -> Void
    }

    private var items: [Item] = []
    private(set) var last = 0
    private var cookie: CookieFile
    private(set) var isStopped = false

    init(cookie: consuming CookieFile) { self.cookie = cookie }

    /// The descriptor of the directory that the thread must watch.
    var cookieDirectory: CInt { cookie.directory.descriptor.number }

    /// Queues a command and leaves its mark on disk.
    mutating func append(_ command: WatchCommand, done: @escaping @Sendable () -> Void) throws(SystemError) {
        last += 1
        try cookie.mark(last)
        items.append(Item(number: last, command: command, done: done))
    }

    /// Leaves a mark that stands for no command.
    mutating func mark() throws(SystemError) -> Int {
        last += 1
        try cookie.mark(last)
        return last
    }

    /// Takes no more commands, and gives those that nobody does any more.
    mutating func close() -> [Item] {
        isStopped = true
        return take(through: .max)
    }

    /// Takes the commands up to the one with that number.
    mutating func take(through number: Int) -> [Item] {
        let count = items.prefix { $0.number <= number }.count
        defer { items.removeFirst(count) }
        return Array(items.prefix(count))
    }
}
