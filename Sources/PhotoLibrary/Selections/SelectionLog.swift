/// The last steps of a selection, so that who comes back is told what happened meanwhile.
struct SelectionLog: Sendable {
    /// Most steps: more than a person makes while a phone is out of reach.
    static let changeLimit = 256
    /// Most items touched by all of them together: some megabytes.
    static let transitionLimit = 20_000

    /// Ascending by version, none left out; the last is that of the selection.
    private(set) var changes: [SelectionChange] = []
    private var transitionCount = 0

    /// Makes an empty log.
    init() {}

    /// Makes the log of changes that ascend by version.
    init(_ stored: [SelectionChange]) {
        for change in stored { append(change) }
    }

    /// The first version that can be told what happened since; nil where nothing is known.
    var firstVersion: Version? { changes.first.map { $0.version - 1 } }

    /// Adds a step.
    mutating func append(_ change: SelectionChange) {
        if let last = changes.last, last.version + 1 != change.version { self = SelectionLog() }
        changes.append(change)
        transitionCount += change.transitions.count
        var dropped = 0
        while changes.count - dropped > 1,
            changes.count - dropped > Self.changeLimit || transitionCount > Self.transitionLimit
        {
            transitionCount -= changes[dropped].transitions.count
            dropped += 1
        }
        if dropped > 0 { changes.removeFirst(dropped) }
    }

    /// What happened after a version, joined into one; nil where that is not known any more.
    func change(since version: Version, upTo last: Version) -> SelectionChange? {
        if version == last { return SelectionChange(version: last, transitions: []) }
        guard let firstVersion, version >= firstVersion, version < last else { return nil }
        return .joining(changes[Int(version - firstVersion)...], upTo: last)
    }
}
