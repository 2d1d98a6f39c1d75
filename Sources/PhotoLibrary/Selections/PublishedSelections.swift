import Platform
import Synchronization

/// The selections that everybody reads: only what is on the disk already.
final class PublishedSelections: Sendable {
    private struct Entry {
        var snapshot: SelectionSnapshot
        let signal = VersionSignal(0)
    }

    private struct State {
        var entries: [SelectionID: Entry] = [:]
        var deliveries: [SelectionID: SelectionDelivery] = [:]
    }

    private let state: Mutex<State>
    /// Tells of each selection that ends.
    let endings = VersionSignal(0)
    /// Tells of each message that is new or was tried.
    let deliveryNews = VersionSignal(0)

    /// Publishes the first.
    init(_ snapshots: [SelectionSnapshot], _ deliveries: [SelectionDelivery]) {
        var entries: [SelectionID: Entry] = [:]
        for snapshot in snapshots { entries[snapshot.selection.id] = Entry(snapshot: snapshot) }
        let messages = Dictionary(deliveries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        state = Mutex(State(entries: entries, deliveries: messages))
    }

    /// A selection; nil where there is none.
    func snapshot(of id: SelectionID) -> SelectionSnapshot? { state.withLock { $0.entries[id]?.snapshot } }

    /// Every selection, in no order.
    var all: [Selection] { state.withLock { $0.entries.values.map(\.snapshot.selection) } }

    /// The message about a selection's end; nil where there is none.
    func delivery(of id: SelectionID) -> SelectionDelivery? { state.withLock { $0.deliveries[id] } }

    /// Every message, in no order.
    var deliveries: [SelectionDelivery] { state.withLock { Array($0.deliveries.values) } }

    /// Publishes a message as it is now.
    func publish(_ delivery: SelectionDelivery) {
        state.withLock { $0.deliveries[delivery.id] = delivery }
        deliveryNews.advance()
    }

    /// Takes a message away.
    func forgetDelivery(of id: SelectionID) { state.withLock { $0.deliveries[id] = nil } }

    /// Publishes a selection as it is now, or takes it away.
    func publish(_ snapshot: SelectionSnapshot?, of id: SelectionID) {
        let (signal, old) = state.withLock { state in
            let old = state.entries[id]
            if var snapshot {
                snapshot.refusalCount = old?.snapshot.refusalCount ?? 0
                snapshot.lastRefusal = old?.snapshot.lastRefusal
                state.entries[id, default: Entry(snapshot: snapshot)].snapshot = snapshot
            } else {
                state.entries[id] = nil
            }
            return (old?.signal, old?.snapshot)
        }
        signal?.advance()
        let wasOpen = old?.selection.state == .open
        if wasOpen, snapshot?.selection.state != .open { endings.advance() }
    }

    /// Notes that a client was refused, for all who watch.
    func noteRefusal(_ refusal: SelectionRefusal, of id: SelectionID) {
        let signal = state.withLock { state in
            state.entries[id]?.snapshot.refusalCount += 1
            state.entries[id]?.snapshot.lastRefusal = refusal
            return state.entries[id]?.signal
        }
        signal?.advance()
    }

    /// What tells of news of a selection; nil where there is none.
    func signal(of id: SelectionID) -> VersionSignal? { state.withLock { $0.entries[id]?.signal } }
}
