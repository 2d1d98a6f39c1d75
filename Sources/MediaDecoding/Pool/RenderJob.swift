import Synchronization

/// One call of `render`.
final class RenderJob: Sendable {
    typealias Answer = Result<RenderedImage, DecodeFailure>

    private enum State {
        /// Nobody waits for it yet.
        case fresh
        /// Waits for a process.
        case queued(CheckedContinuation<Answer, Never>)
        /// A process works on it.
        case running(CheckedContinuation<Answer, Never>)
        /// Answered or cancelled.
        case done
    }

    let file: MediaFile
    let request: RenderRequest
    let ticket: RenderTicket
    private let state = Mutex(State.fresh)

    init(file: MediaFile, request: RenderRequest, ticket: RenderTicket) {
        self.file = file
        self.request = request
        self.ticket = ticket
    }

    /// Takes who waits; false where the job was cancelled before.
    func wait(_ continuation: CheckedContinuation<Answer, Never>) -> Bool {
        state.withLock { state in
            guard case .fresh = state else { return false }
            state = .queued(continuation)
            return true
        }
    }

    /// Begins; false where the job was cancelled.
    func begin() -> Bool {
        state.withLock { state in
            guard case .queued(let continuation) = state else { return false }
            state = .running(continuation)
            return true
        }
    }

    /// Answers who waits.
    func finish(_ answer: Answer) {
        let continuation: CheckedContinuation<Answer, Never>? = state.withLock { state in
            defer { state = .done }
            return switch state {
            case .queued(let continuation), .running(let continuation): continuation
            case .fresh, .done: nil
            }
        }
        continuation?.resume(returning: answer)
    }

    /// Whether somebody waits for the answer.
    var isWanted: Bool { state.withLock { if case .done = $0 { false } else { true } } }

    /// Answers who waits that there will be none, also where a process works on it already.
    func cancel() {
        let continuation: CheckedContinuation<Answer, Never>? = state.withLock { state in
            switch state {
            case .queued(let continuation), .running(let continuation):
                state = .done
                return continuation
            case .fresh, .done:
                state = .done
                return nil
            }
        }
        continuation?.resume(returning: .failure(Self.cancelled))
    }

    static let cancelled = DecodeFailure(.cancelled, "nobody waits any more")
}
