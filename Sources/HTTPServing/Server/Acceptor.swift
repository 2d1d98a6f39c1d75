import Platform

/// Takes connections from one socket, and outlives every failure to do so.
final class Acceptor {
    private let listener: ListeningSocket
    private let token: UInt64
    private let loop: EventLoop
    /// Held so that one connection can still be taken, and closed, when there are no descriptors left: otherwise its
    /// client would wait, and the loop be woken for it without end.
    private var spare: FileDescriptor?
    private(set) var isPaused = false
    /// Why the last try failed, so that a want that lasts is told of once and not at every try.
    private var lastFailure: SystemError?

    /// Takes over a socket.
    init(_ listener: consuming ListeningSocket, token: UInt64, loop: EventLoop) throws(SystemError) {
        try loop.add(listener.descriptor, token: token, interest: .readable)
        self.listener = listener
        self.token = token
        self.loop = loop
        spare = try? .placeholder()
    }

    deinit { try? loop.remove(listener.descriptor) }

    /// Calls `body` for some of the connections that wait; the rest makes another event.
    /// - Returns: the error for whose end it waits until `resume` is called, if there was one that it has not told of.
    func accept(_ body: (consuming FileDescriptor) -> Void) -> SystemError? {
        for _ in 0..<Self.connectionsPerTurn {
            do throws(SystemError) {
                guard let socket = try listener.accept() else { return nil }
                lastFailure = nil
                body(socket)
            } catch {
                dropOne()
                isPaused = true
                try? loop.modify(listener.descriptor, token: token, interest: .nothing)
                defer { lastFailure = error }
                return error == lastFailure ? nil : error
            }
        }
        return nil
    }

    /// Takes connections again after a pause.
    func resume() {
        guard isPaused else { return }
        isPaused = false
        if spare == nil { spare = try? .placeholder() }
        try? loop.modify(listener.descriptor, token: token, interest: .readable)
    }

    private func dropOne() {
        guard spare != nil else { return }
        spare = nil
        if let socket = try? listener.accept() { socket.close() }
        spare = try? .placeholder()
    }

    /// New clients must not keep those waiting that are connected.
    private static let connectionsPerTurn = 64
}
