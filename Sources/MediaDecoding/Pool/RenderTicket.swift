import Synchronization

/// The priority of one render, which can be raised while it waits.
public final class RenderTicket: Sendable {
    private struct State {
        var priority: RenderPriority
        var onRaise: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>

    /// Makes a ticket.
    public init(_ priority: RenderPriority = .visible) { state = Mutex(State(priority: priority)) }

    /// How soon the picture is wanted now.
    public var priority: RenderPriority { state.withLock { $0.priority } }

    /// Makes it wanted sooner; never later.
    public func raise(to priority: RenderPriority) {
        let tell: (@Sendable () -> Void)? = state.withLock { state in
            guard priority > state.priority else { return nil }
            state.priority = priority
            return state.onRaise
        }
        tell?()
    }

    /// Is told of each raise from now on.
    func observe(_ tell: @escaping @Sendable () -> Void) { state.withLock { $0.onRaise = tell } }
}
