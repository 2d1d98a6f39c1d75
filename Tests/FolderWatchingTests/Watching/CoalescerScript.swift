import FolderWatching
import Platform

/// Plays a written story to a coalescer by a fake clock, and keeps what comes out and when.
///
/// A word and its names: `C` created, `W` closed after writing, `D` deleted, `A` attributes, `F`/`T` moved from/to with a
/// cookie; the same with `/` for directories (`C/` appeared); `+30` lets 30 ms pass; `R` rescan, `G`/`B` root gone/back.
struct CoalescerScript {
    private(set) var coalescer = EventCoalescer()
    private(set) var now = MonotonicTime(nanoseconds: 0)
    private(set) var batches: [(milliseconds: Int64, changes: PendingChanges)] = []

    static func play(_ story: String) -> CoalescerScript {
        var script = begun(story)
        script.wait(.seconds(3_600))
        return script
    }

    /// The story's end, before anything else comes out.
    static func begun(_ story: String) -> CoalescerScript {
        var script = CoalescerScript()
        for line in story.split(separator: ",") { script.step(line.split(separator: " ").map(String.init)) }
        return script
    }

    mutating func wait(_ duration: Duration) {
        let end = now + duration
        while let deadline = coalescer.deadline, deadline <= end {
            now = max(now, deadline)
            take()
        }
        now = end
    }

    mutating func take(isUrgent: Bool = false) {
        guard let changes = coalescer.take(at: now, isUrgent: isUrgent) else { return }
        batches.append((now.nanoseconds / 1_000_000, changes))
    }

    mutating func step(_ words: [String]) {
        guard let word = words.first else { return }
        if word.hasPrefix("+") { return wait(.milliseconds(Int(word.dropFirst()) ?? 0)) }
        let event = Self.event(word, Array(words.dropFirst()))
        coalescer.add([event], at: now)
    }

    static func event(_ word: String, _ names: [String]) -> WatchEvent {
        let path = FileName(names.first ?? "")
        let slash = path.bytes.lastIndex(of: UInt8(ascii: "/"))
        let directory = RootedPath(root: 0, path: FileName(bytes: path.bytes[..<(slash ?? 0)]))
        let cookie = names.count > 1 ? UInt32(names[1]) ?? 0 : 0
        let kind: WatchEvent.Kind
        switch word.prefix(1) {
        case "C": kind = .created
        case "W": kind = .closedWrite
        case "D": kind = .deleted
        case "A": kind = .attributes
        case "F": kind = .movedFrom(cookie: cookie)
        case "T": kind = .movedTo(cookie: cookie)
        case "G": return .rootGone(0, .unmounted)
        case "B": return .rootBack(0)
        default: return .rescan(RootedPath(root: 0, path: path), .overflow)
        }
        if word == "C/" { return .appeared(RootedPath(root: 0, path: path)) }
        return .entry(kind, directory: directory, name: path.lastComponent, isDirectory: word.hasSuffix("/"))
    }

    /// All that came out in one line: `a>b` a move, `a` a look, `a?` unfinished, `d/` a listing, `d*` a rescan.
    var told: String { batches.map { Self.words($0.changes) }.joined(separator: " | ") }

    static func words(_ changes: PendingChanges) -> String {
        var words = changes.moves.map { "\($0.from.path)>\($0.to.path)" }
        words += changes.files.map(\.path.description).sorted()
        words += changes.unfinished.map { "\($0.key.path)?" }.sorted()
        words += changes.directories.map { "\($0.path)/" }.sorted()
        words += changes.rescans.map { "\($0.key.path)*" }.sorted()
        words += changes.lostRoots.map { "-\($0.key)" } + changes.foundRoots.map { "+\($0)" }
        return words.joined(separator: " ")
    }
}
