import Platform

extension Connection {
    /// Sends or queues the content of a response.
    func write(_ body: HTTPBody) {
        if isClosed { return }
        switch body {
        case .none: return
        case .bytes(let bytes):
            if bytes.count <= Self.copiedBytes { return context.output.append(contentsOf: bytes) }
            send(with: bytes)
        case .file(let file):
            flush(more: true)
            outbox.append(file)
            if !isClosed { drain() }
        case .sequence(let bodies):
            for body in bodies { write(body) }
        // Its producer writes it.
        case .stream: return
        }
    }

    /// Sends what has gathered; what the socket does not take waits in the outbox.
    /// - Parameter more: whether more follows at once.
    func flush(more: Bool = false) {
        if !context.output.isEmpty {
            if outbox.isEmpty {
                let transfer = context.output.withUnsafeBufferPointer { socket.send($0, more: more) }
                queue(from: transfer, context.output, [])
            } else {
                outbox.append(context.output)
            }
            context.output.removeAll(keepingCapacity: true)
        }
        lingerIfDone()
    }

    /// Sends what has gathered together with `content`, without copying the content.
    private func send(with content: [UInt8]) {
        if outbox.isEmpty {
            let transfer = context.output.withUnsafeBufferPointer { head in
                content.withUnsafeBufferPointer { socket.send(head, $0) }
            }
            queue(from: transfer, context.output, content)
        } else {
            outbox.append(context.output)
            outbox.append(content)
        }
        context.output.removeAll(keepingCapacity: true)
    }

    /// Puts into the outbox what a call did not send of two pieces.
    private func queue(from transfer: SocketTransfer, _ first: [UInt8], _ second: [UInt8]) {
        let sent: Int
        switch transfer {
        case .moved(let count): sent = count
        case .wouldBlock: sent = 0
        case .ended: return close()
        }
        guard sent < first.count + second.count else { return }
        if sent < first.count {
            outbox.append(Array(first[sent...]))
            outbox.append(second)
        } else {
            outbox.append(second, from: sent - first.count)
        }
        state.progressed(isDone: false, now: context.now)
    }

    /// Sends on from the outbox.
    func drain() {
        switch outbox.drain(to: socket) {
        case .done:
            state.progressed(isDone: true, now: context.now)
            resumeDrainWaiters()
        case .stuck: break
        case .blocked: state.progressed(isDone: false, now: context.now)
        case .paused:
            state.progressed(isDone: false, now: context.now)
            context.unfinished.append(token)
        case .failed: close()
        }
        lingerIfDone()
    }

    /// Lets those tasks go on that wait until all is sent, or the connection is closed.
    func resumeDrainWaiters() {
        let waiters = drainWaiters
        drainWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    /// After the last response is sent: ends our side, and waits for the client to end its own.
    func lingerIfDone() {
        guard state.isClosing, outbox.isEmpty, context.output.isEmpty, !isClosed else { return }
        socket.shutDownSending()
        state.linger(now: context.now)
    }

    /// Up to this, copying content behind its head is cheaper than a call with two pieces.
    private static let copiedBytes = 2048
}
