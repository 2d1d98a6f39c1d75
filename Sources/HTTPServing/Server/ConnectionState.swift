import Platform

/// One connection without its socket: what is to be done with the bytes that came, and until when.
///
/// ```
///  idle ──first byte──▶ head ──with content──▶ content ──last byte──▶ responding ──▶ idle
///                        └──────────without content──────────────────▶    └─last─▶ closing ──all sent──▶ lingering
/// ```
///
/// Invariants:
/// 1. Responses come in the order of their requests: no byte is read on while one is being made.
/// 2. After a request whose end is not certain nothing more is read: the connection closes after its answer.
struct ConnectionState: Sendable {
    /// What to do next.
    enum Step: Sendable {
        /// Get more bytes.
        case wait
        /// Send a 100 (Continue), then go on.
        case sendContinue
        /// Send a response that is known already.
        case answer(HTTPResponse, HTTPRequest?)
        /// Call a route's handler.
        case call(Int, RouteParameters, HTTPRequest)
    }

    /// What the end of a deadline means.
    enum Expiry {
        case nothing
        case answer(HTTPResponse)
        case close
    }

    private struct Pending: Sendable {
        var request: HTTPRequest
        let route: Int
        let parameters: RouteParameters
        let since: MonotonicTime
        var received = 0
    }

    private enum Phase: Sendable {
        case idle(since: MonotonicTime)
        case head(since: MonotonicTime)
        case content(Pending)
        case responding
        case closing
        case lingering(since: MonotonicTime)
    }

    private let limits: ServerLimits
    private var parser: RequestParser
    private var phase: Phase
    private var isLast = false
    /// Since when the client has taken no byte of what waits to be sent; nil while nothing waits.
    private var stalledSince: MonotonicTime?
    /// The time at which the last request's head was complete.
    private(set) var requestTime: MonotonicTime

    /// Makes the state of a connection that has just been taken.
    init(limits: ServerLimits, now: MonotonicTime) {
        self.limits = limits
        parser = RequestParser(limits: limits.parser)
        phase = .idle(since: now)
        requestTime = now
    }

    /// Whether bytes that come are read as requests.
    var isReading: Bool {
        switch phase {
        case .idle, .head, .content: true
        case .responding, .closing, .lingering: false
        }
    }

    /// Whether nothing is under way.
    var isIdle: Bool { if case .idle = phase { stalledSince == nil } else { false } }

    /// Whether the last response has been made.
    var isClosing: Bool { if case .closing = phase { true } else { false } }

    /// Whether only the client's end is waited for.
    var isLingering: Bool { if case .lingering = phase { true } else { false } }

    /// Whether the connection stays open after the response to the present request.
    var keepsAlive: Bool { !isLast }

    /// Reads on.
    /// - Parameter consumed: is moved on by what has been read; the rest must be given again.
    mutating func advance(
        _ bytes: Span<UInt8>, _ consumed: inout Int, router: Router, now: MonotonicTime
    ) -> Step {
        do throws(HTTPProblem) {
            while true {
                let before = consumed
                let event = try parser.next(bytes, consumed: &consumed)
                if case .content(var pending) = phase {
                    pending.received += consumed - before
                    phase = .content(pending)
                }
                switch event {
                case nil:
                    if case .idle = phase, consumed < bytes.count { phase = .head(since: now) }
                    return .wait
                case .head(let head):
                    if let step = try begin(head, router, now, isContentHere: consumed < bytes.count) { return step }
                case .content(let content):
                    if let step = call(with: content) { return step }
                }
            }
        } catch {
            isLast = true
            let request: HTTPRequest? = if case .content(let pending) = phase { pending.request } else { nil }
            phase = .responding
            return .answer(HTTPResponse(error), request)
        }
    }

    /// Says that the response has been made.
    mutating func responded(now: MonotonicTime) { phase = isLast ? .closing : .idle(since: now) }

    /// Says that the client has taken some bytes, but more wait; or, with `isDone`, that none wait any more.
    mutating func progressed(isDone: Bool, now: MonotonicTime) {
        stalledSince = isDone ? nil : now
        if isDone, case .idle = phase { phase = .idle(since: now) }
    }

    /// Says that the last response has been sent.
    mutating func linger(now: MonotonicTime) { phase = .lingering(since: now) }

    /// Makes the present request, or the next one, the last.
    mutating func closeAfterResponse() { isLast = true }

    /// Says that there will be no more responses.
    mutating func closeNow() { phase = .closing }

    /// Refuses the connection: what is answered now is the last.
    mutating func refuse() {
        isLast = true
        phase = .responding
    }

    /// What the passing of time asks for.
    mutating func expire(now: MonotonicTime) -> Expiry {
        if let stalledSince { return now - stalledSince > limits.stallTime ? .close : .nothing }
        switch phase {
        case .idle(let since): return now - since > limits.idleTime ? .close : .nothing
        case .head(let since): return now - since > limits.headTime ? timeOut("the head") : .nothing
        case .content(let pending):
            let earned = Duration.seconds(pending.received / limits.contentBytesPerSecond)
            return now - pending.since > limits.contentGraceTime + earned ? timeOut("the content") : .nothing
        case .responding, .closing: return .nothing
        case .lingering(let since): return now - since > limits.lingerTime ? .close : .nothing
        }
    }

    private mutating func timeOut(_ part: String) -> Expiry {
        refuse()
        return .answer(
            HTTPResponse(
                HTTPProblem(
                    408, "request-timeout", "Request timeout", detail: "\(part) of the request took too long")))
    }

    /// Handles a head; nil where content is to be read first.
    private mutating func begin(
        _ head: RequestHead, _ router: Router, _ now: MonotonicTime, isContentHere: Bool
    ) throws(HTTPProblem) -> Step? {
        requestTime = now
        if !head.keepsAlive { isLast = true }
        let request: HTTPRequest
        let admission: Router.Admission
        do throws(HTTPProblem) {
            request = try HTTPRequest(
                method: head.method, target: head.target, fields: head.fields, isVersion11: head.isVersion11)
        } catch {
            return refused(HTTPResponse(error), nil, head)
        }
        do throws(HTTPProblem) {
            admission = try router.admit(request, framing: head.framing)
        } catch {
            return refused(HTTPResponse(error), request, head)
        }
        switch admission {
        case .answer(let response): return refused(response, request, head)
        case .route(let route, let parameters):
            guard head.hasContent else {
                phase = .responding
                return .call(route, parameters, request)
            }
            parser.acceptContent(limit: router.routes[route].bodyLimit)
            phase = .content(Pending(request: request, route: route, parameters: parameters, since: now))
            return head.expectsContinue && !isContentHere ? .sendContinue : nil
        }
    }

    /// Answers without the content, which nobody reads.
    private mutating func refused(_ response: HTTPResponse, _ request: HTTPRequest?, _ head: RequestHead) -> Step {
        if head.hasContent { isLast = true }
        phase = .responding
        return .answer(response, request)
    }

    private mutating func call(with content: [UInt8]) -> Step? {
        guard case .content(var pending) = phase else { return nil }
        phase = .responding
        pending.request.body = content
        return .call(pending.route, pending.parameters, pending.request)
    }
}
