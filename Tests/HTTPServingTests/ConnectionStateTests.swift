import Platform
import Testing

@testable import HTTPServing

@Suite struct ConnectionStateTests {
    static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

    /// A state, the bytes it has not consumed, and a clock that goes where it is told.
    struct Machine {
        var state = ConnectionState(limits: ServerLimits(), now: start)
        var now = start
        var pending: [UInt8] = []
        let router = sampleRouter()

        /// Gives it bytes, and tells in a word what it wants.
        mutating func give(_ text: String) -> String {
            pending += Array(text.utf8)
            var consumed = 0
            let bytes = pending
            let step = state.advance(bytes.span, &consumed, router: router, now: now)
            pending.removeFirst(consumed)
            return switch step {
            case .wait: "wait"
            case .sendContinue: "continue"
            case .answer(let response, _): "answer \(response.status.code)"
            case .call(let route, _, let request): "call \(router.routes[route].template) \(request.body.count)"
            }
        }

        mutating func expire(after duration: Duration) -> String {
            now = now + duration
            return switch state.expire(now: now) {
            case .nothing: "nothing"
            case .close: "close"
            case .answer(let response): "answer \(response.status.code)"
            }
        }
    }

    @Test func requestsFollowEachOther() {
        var machine = Machine()
        #expect(machine.give("GET /small HTTP/1.1\r\nHost: x\r\n\r\nGET /later HTT") == "call /small 0")
        #expect(!machine.state.isReading)
        machine.state.responded(now: machine.now)
        #expect(machine.give("") == "wait")
        #expect(machine.give("P/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") == "call /later 0")
        #expect(!machine.state.keepsAlive)
        machine.state.responded(now: machine.now)
        #expect(machine.state.isClosing && !machine.state.isReading)
        machine.state.linger(now: machine.now)
        #expect(machine.expire(after: .seconds(1)) == "nothing")
        #expect(machine.expire(after: .seconds(2)) == "close")
    }

    @Test func contentThatNobodyReadsEndsTheConnection() {
        for (text, answer) in [
            ("POST /missing HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n", "answer 404"),
            ("GET /small HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n", "answer 413"),
            ("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9223372036854775808\r\n\r\n", "answer 413"),
            ("OPTIONS /small HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n", "answer 204"),
        ] {
            var machine = Machine()
            #expect(machine.give(text) == answer)
            #expect(!machine.state.keepsAlive)
        }
        var machine = Machine()
        #expect(machine.give("GET /missing HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n") == "answer 404")
        #expect(machine.state.keepsAlive)
    }

    @Test func anIdleConnectionIsClosedAndAHalfHeadToldSo() {
        var machine = Machine()
        #expect(machine.expire(after: .seconds(75)) == "nothing")
        #expect(machine.give("GET /") == "wait")
        #expect(machine.expire(after: .seconds(15)) == "nothing")
        #expect(machine.give("small HTTP/1.1\r\n") == "wait")
        #expect(machine.expire(after: .milliseconds(1)) == "answer 408", "more bytes give no more time")
        #expect(!machine.state.keepsAlive)
        var idle = Machine()
        #expect(idle.expire(after: .seconds(76)) == "close")
    }

    @Test func contentEarnsItsTime() {
        var machine = Machine()
        let head = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 50000\r\n"
        #expect(machine.give(head + "Expect: 100-continue\r\n\r\n") == "continue")
        for _ in 0..<20 {
            #expect(machine.give(String(repeating: "x", count: 2048)) == "wait")
            #expect(machine.expire(after: .seconds(2)) == "nothing")
        }
        #expect(machine.expire(after: .seconds(21)) == "answer 408")
    }

    @Test func aStalledClientIsClosedThoughAHandlerMayTakeItsTime() {
        var machine = Machine()
        #expect(machine.give("GET /later HTTP/1.1\r\nHost: x\r\n\r\n") == "call /later 0")
        #expect(machine.expire(after: .seconds(3600)) == "nothing")
        machine.state.responded(now: machine.now)
        machine.state.progressed(isDone: false, now: machine.now)
        #expect(!machine.state.isIdle)
        #expect(machine.expire(after: .seconds(59)) == "nothing")
        machine.state.progressed(isDone: false, now: machine.now)
        #expect(machine.expire(after: .seconds(59)) == "nothing")
        #expect(machine.expire(after: .seconds(2)) == "close")
    }
}
