import Platform

/// An open directory, shared by all that is still to be scanned in it and closed after the last.
final class OpenDirectory {
    /// How many directories of one scan are open.
    final class Count {
        var value = 0
    }

    let directory: Directory
    private let count: Count

    init(_ directory: consuming Directory, count: Count) {
        self.directory = directory
        self.count = count
        count.value += 1
    }

    deinit { count.value -= 1 }
}
