import PhotoLibrary
import Platform

/// Tells that there may be something to say to those who observe a view.
enum ViewNews: Sendable {
    /// Every commit may show.
    case library(Library)
    /// A selection has a signal of its own.
    case selection(VersionSignal)

    /// The news of what is observed. Of a selection that is not there is none, nor is there a view.
    init(_ request: ViewRequest, _ services: Services) {
        if case .selection(let id) = request {
            self = .selection(services.selections.signal(of: id) ?? VersionSignal(0))
        } else {
            self = .library(services.library)
        }
    }

    /// How far it has come.
    var version: Int64 {
        switch self {
        case .library(let library): library.snapshot.version
        case .selection(let signal): signal.version
        }
    }

    /// Waits until it has come further, or the task is cancelled.
    func wait(after version: Int64) async {
        switch self {
        case .library(let library): await library.waitForCommit(after: version)
        case .selection(let signal): await signal.wait(after: version)
        }
    }

    /// Waits until it has come further, but not longer than `deadline`.
    func wait(after version: Int64, until deadline: ContinuousClock.Instant) async {
        await withTaskGroup { group in
            group.addTask { await wait(after: version) }
            group.addTask { try? await Task.sleep(until: deadline, clock: .continuous) }
            await group.next()
            group.cancelAll()
        }
    }
}
