import Platform

extension Connection {
    /// Whether content of unknown length is being sent.
    var isStreaming: Bool { stream != nil }

    /// Sends the head, and has the content made by a task, whose end leads to `endStream`.
    func start(_ stream: HTTPBodyStream, isChunked: Bool) {
        self.stream = StreamFraming(isChunked: isChunked)
        let worker = context.worker
        let token = self.token
        let log = context.log
        task = Task { @concurrent in
            do {
                try await stream.producer(HTTPBodyWriter { await worker.write($0, to: token) })
                await worker.update(token) { $0.endStream(isWhole: true) }
            } catch {
                if !(error is ConnectionClosed) { log.warning("content ends early", ["cause": "\(error)"]) }
                await worker.update(token) { $0.endStream(isWhole: false) }
            }
        }
    }

    /// Sends a piece of the stream.
    func writeStream(_ piece: HTTPBody) {
        guard let stream, let length = piece.length, length > 0 else { return }
        context.metrics.contentBytes += length
        if stream.isChunked { context.output.append(contentsOf: "\(String(length, radix: 16))\r\n".utf8) }
        write(piece)
        if stream.isChunked && !isClosed { context.output.append("\r\n") }
        proceed()
    }

    /// Ends the stream, and goes on with the next request.
    /// - Parameter isWhole: whether all was written.
    func endStream(isWhole: Bool) {
        guard let stream else { return }
        self.stream = nil
        task = nil
        guard isWhole else { return close() }
        if stream.isChunked { context.output.append("0\r\n\r\n") }
        state.responded(now: context.now)
        proceed()
    }
}

/// How the end of a stream is told.
struct StreamFraming {
    /// By a last chunk rather than by the connection's end.
    let isChunked: Bool
}
