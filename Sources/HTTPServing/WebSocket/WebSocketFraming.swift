import CWslay

/// The frames of one WebSocket's server side, by wslay: bytes in, messages and bytes out. Confined to its loop.
///
/// Invariants:
/// 1. wslay is given no byte beyond a frame's end while that frame is not done with, so that reading can stop between
///    any two frames.
/// 2. wslay is given heads and control frames whole: it checks the payload of a close frame rightly only in one piece.
/// 3. wslay never keeps what is to be sent: all of it goes to `output` at once.
/// 4. An open WebSocket has a context only within a message or while it sends: contexts are 9 kB, and most WebSockets
///    wait most of the time.
final class WebSocketFraming {
    /// A message that came, until the session takes it; while it is here, nothing more is read.
    var message: WebSocketMessage?
    /// Bytes to be sent.
    private var output: [UInt8] = []
    private let limits: WebSocketLimits
    private var open: wslay_event_context_ptr?

    /// What is left to read of the caller's bytes; only set while `receive` runs.
    private var input = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// How much of the present frame wslay has not been given.
    private var frameLeft = 0
    /// Whether the present frame is part of a message rather than a control frame.
    private var isData = false
    private var kind = WSLAY_TEXT_FRAME
    private var content: [UInt8] = []
    /// Fragments of the present message that have come; 0 between messages.
    private var fragments = 0

    /// Makes the frames of a new WebSocket.
    init(limits: WebSocketLimits) { self.limits = limits }

    deinit { if let open { wslay_event_context_free(open) } }

    /// Whether our close frame has been made.
    var hasSentClose: Bool { open.map { wslay_event_get_close_sent($0) != 0 } ?? false }

    /// Whether more of the other side's frames are wanted.
    var wantsInput: Bool { open.map { wslay_event_get_read_enabled($0) != 0 } ?? true }

    /// Reads frames until one completes a message, or the other side has closed or broken the protocol.
    /// - Returns: how many of the bytes were read; the rest is to be given again.
    func receive(_ bytes: Span<UInt8>) -> Int {
        bytes.withUnsafeBufferPointer { buffer in
            input = buffer
            let context = context()
            defer { input = UnsafeBufferPointer(start: nil, count: 0) }
            var before: Int
            repeat {
                before = input.count
                // Its errors are close frames by now.
                _ = wslay_event_recv(context)
            } while input.count < before && wantsInput
            return buffer.count - input.count
        }
    }

    /// Makes a message's frame, unless the WebSocket closes.
    func send(_ message: WebSocketMessage) {
        queue(message.isText ? WSLAY_TEXT_FRAME : WSLAY_BINARY_FRAME, message.bytes)
    }

    /// Makes a ping without content.
    func ping() { queue(WSLAY_PING, []) }

    /// Makes a close frame, unless there was one.
    func close(_ code: WebSocketCloseCode, reason: String) {
        var words = reason
        while words.utf8.count > Self.longestReason { words.removeLast() }
        let bytes = Array(words.utf8)
        let context = context()
        wslay_event_queue_close(context, code.rawValue, bytes, bytes.count)
        wslay_event_send(context)
    }

    /// What is to be sent now.
    func takeOutput() -> [UInt8] {
        if let open, wslay_event_want_write(open) != 0 { wslay_event_send(open) }
        rest()
        defer { output = [] }
        return output
    }

    private func queue(_ opcode: wslay_opcode, _ bytes: [UInt8]) {
        let context = context()
        bytes.withUnsafeBufferPointer { buffer in
            var message = wslay_event_msg(
                opcode: UInt8(opcode.rawValue), msg: buffer.baseAddress, msg_length: buffer.count)
            wslay_event_queue_msg(context, &message)
        }
        wslay_event_send(context)
    }

    private func context() -> wslay_event_context_ptr {
        if let open { return open }
        var callbacks = Self.callbacks
        let this = Unmanaged.passUnretained(self).toOpaque()
        guard wslay_event_context_server_init(&open, &callbacks, this) == 0, let open else {
            fatalError("out of memory")
        }
        // Without this wslay would allocate what a frame's head announces, before any of it has come.
        wslay_event_config_set_no_buffering(open, 1)
        wslay_event_config_set_max_recv_msg_length(open, UInt64(limits.messageBytes))
        return open
    }

    /// Gives the context back where it holds nothing that is still needed.
    private func rest() {
        guard let open, fragments == 0, frameLeft == 0, wantsInput, !hasSentClose else { return }
        wslay_event_context_free(open)
        self.open = nil
    }

    // MARK: What wslay calls

    private static let callbacks = wslay_event_callbacks(
        recv_callback: { context, buffer, count, _, user in
            guard let buffer, let taken = framing(user)?.give(buffer, count), taken > 0 else {
                wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK.rawValue)
                return -1
            }
            return taken
        },
        send_callback: { _, bytes, count, _, user in
            framing(user)?.output.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
            return count
        },
        genmask_callback: nil,
        on_frame_recv_start_callback: { _, frame, user in
            if let frame { framing(user)?.begin(frame.pointee) }
        },
        on_frame_recv_chunk_callback: { _, chunk, user in
            if let chunk { framing(user)?.add(chunk.pointee) }
        },
        on_frame_recv_end_callback: nil,
        on_msg_recv_callback: { _, message, user in
            if let message { framing(user)?.end(message.pointee) }
        })

    private static func framing(_ user: UnsafeMutableRawPointer?) -> WebSocketFraming? {
        user.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    private func give(_ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
        guard message == nil, !input.isEmpty else { return 0 }
        if frameLeft == 0 {
            guard let head = WebSocketFrameHead(input) else { return 0 }
            if head.isMalformed {
                fail(.protocolError, "malformed frame")
                return 0
            }
            if head.isControl && input.count < head.length { return 0 }
            frameLeft = head.length
        }
        let taken = min(count, frameLeft, input.count)
        frameLeft -= taken
        _ = UnsafeMutableBufferPointer(start: buffer, count: taken).initialize(fromContentsOf: input[..<taken])
        input = UnsafeBufferPointer(rebasing: input[taken...])
        return taken
    }

    private func begin(_ frame: wslay_event_on_frame_recv_start_arg) {
        isData = frame.opcode < WSLAY_CONNECTION_CLOSE.rawValue
        guard isData else { return }
        if frame.opcode != WSLAY_CONTINUATION_FRAME.rawValue {
            kind = wslay_opcode(rawValue: wslay_opcode.RawValue(frame.opcode))
            fragments = 0
        }
        fragments += 1
        if frame.payload_length > limits.messageBytes - content.count {
            fail(.messageTooBig, "messages of up to \(limits.messageBytes) bytes are taken")
        } else if fragments > limits.fragments {
            fail(.policyViolation, "messages of up to \(limits.fragments) fragments are taken")
        }
    }

    private func add(_ chunk: wslay_event_on_frame_recv_chunk_arg) {
        guard isData, wantsInput else { return }
        content.append(contentsOf: UnsafeBufferPointer(start: chunk.data, count: chunk.data_length))
    }

    private func end(_ message: wslay_event_on_msg_recv_arg) {
        guard message.opcode < WSLAY_CONNECTION_CLOSE.rawValue, wantsInput, !hasSentClose else { return }
        self.message = kind == WSLAY_TEXT_FRAME ? .text(content) : .binary(content)
        content = []
        fragments = 0
    }

    private func fail(_ code: WebSocketCloseCode, _ reason: String) {
        wslay_event_shutdown_read(context())
        close(code, reason: reason)
    }

    /// A close frame has room for 125 bytes, two of them for the code, and wslay wants one to be left.
    private static let longestReason = 122
}

extension WebSocketMessage {
    fileprivate var isText: Bool { if case .text = self { true } else { false } }
}
