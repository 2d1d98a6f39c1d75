import Glibc
import Platform

/// A blocking client that sends exactly the bytes it is told to, and reads responses by their framing. For tests.
public final class RawHTTPClient {
    /// Why there is no response.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        /// The server closed the connection before a whole response.
        case closed(received: [UInt8])
        /// Nothing came within the time allowed.
        case timedOut(received: [UInt8])
        /// What came is not a response.
        case malformed(String)

        /// What happened, with no more than the beginning of what came.
        public var description: String {
            switch self {
            case .closed(let bytes): "closed after \(Self.beginning(of: bytes))"
            case .timedOut(let bytes): "nothing more after \(Self.beginning(of: bytes))"
            case .malformed(let line): "malformed: \(line)"
            }
        }

        private static func beginning(of bytes: [UInt8]) -> String {
            "\(bytes.count) bytes: \(String(decoding: bytes.prefix(200), as: UTF8.self))"
        }
    }

    /// One response as it came over the wire.
    public struct Response: Sendable {
        /// Status code.
        public let status: Int
        /// Names, in small letters, and values, in order.
        public let fields: [(name: String, value: String)]
        /// Content.
        public let body: [UInt8]

        /// The value of the first field of that name, given in small letters.
        public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

        /// The content as text.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let descriptor: FileDescriptor
    private var buffer: [UInt8] = []

    /// Connects to a port of the loopback address.
    /// - Parameters:
    ///   - timeout: seconds that a single read or write may take.
    ///   - receiveBuffer: bytes that the kernel keeps for us, to play a slow reader.
    public init(port: UInt16, timeout: Int = 20, receiveBuffer: Int? = nil) throws {
        descriptor = FileDescriptor(
            owning: try systemCall("socket") {
                Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
            })
        let number = descriptor.number
        var time = timeval(tv_sec: timeout, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            try systemCall("setsockopt") {
                setsockopt(number, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
            }
        }
        if let receiveBuffer {
            var size = CInt(receiveBuffer)
            try systemCall("setsockopt") { setsockopt(number, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        try systemCall("connect") {
            withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }

    /// Sends text as it is.
    public func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Sends bytes as they are.
    public func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            sent += try systemCall("send") {
                bytes.withUnsafeBytes {
                    Glibc.send(
                        descriptor.number, $0.baseAddress?.advanced(by: sent), bytes.count - sent, CInt(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// Says that nothing more will be sent.
    public func finishSending() { _ = shutdown(descriptor.number, CInt(SHUT_WR)) }

    /// Makes the end of this client a reset (`SO_LINGER`, socket(7)) rather than a close.
    public func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(
            descriptor.number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Sends a GET (or another request without content) and reads its response.
    public func get(
        _ target: String, method: String = "GET", fields: [(String, String)] = []
    ) throws -> Response {
        let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
        try send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n")
        return try receive(toHEAD: method == "HEAD")
    }

    /// Reads one response by its Content-Length or chunks, or up to the end where it has neither.
    /// - Parameter toHEAD: whether it answers a HEAD, and therefore has no content.
    public func receive(toHEAD: Bool = false) throws -> Response {
        let head = try take(through: [13, 10, 13, 10])
        let lines = String(decoding: head, as: UTF8.self).components(separatedByCRLF: ())
        let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw Failure.malformed(lines.first ?? "")
        }
        var fields: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw Failure.malformed(line) }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            fields.append((line[..<colon].lowercased(), String(value)))
        }
        let response = Response(status: status, fields: fields, body: [])
        if toHEAD || status < 200 || status == 204 || status == 304 { return response }
        return Response(status: status, fields: fields, body: try body(of: response))
    }

    /// Reads up to the end; what has come by then.
    public func receiveAll() throws -> [UInt8] {
        do {
            while true { try fill() }
        } catch Failure.closed {
            defer { buffer = [] }
            return buffer
        }
    }

    /// Whether the server has closed the connection, with nothing more before.
    public func isAtEnd() throws -> Bool { try receiveAll().isEmpty }

    private func body(of response: Response) throws -> [UInt8] {
        if let length = response["content-length"].flatMap({ Int($0) }) { return try take(length) }
        guard response["transfer-encoding"] == "chunked" else { return try receiveAll() }
        var body: [UInt8] = []
        while true {
            let line = String(decoding: try take(through: [13, 10]).dropLast(2), as: UTF8.self)
            guard let size = Int(line, radix: 16) else { throw Failure.malformed(line) }
            body += try take(size)
            _ = try take(through: [13, 10])
            if size == 0 { return body }
        }
    }

    /// Reads so many bytes.
    public func take(_ count: Int) throws -> [UInt8] {
        while buffer.count < count { try fill() }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private func take(through mark: [UInt8]) throws -> [UInt8] {
        var searched = 0
        while true {
            while searched + mark.count <= buffer.count {
                if buffer[searched...].starts(with: mark) { return try take(searched + mark.count) }
                searched += 1
            }
            try fill()
        }
    }

    private func fill() throws {
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count: Int
        do throws(SystemError) {
            count = try systemCall("recv") { recv(descriptor.number, &chunk, chunk.count, 0) }
        } catch {
            throw error.code == EAGAIN ? Failure.timedOut(received: buffer) : Failure.closed(received: buffer)
        }
        guard count > 0 else { throw Failure.closed(received: buffer) }
        buffer += chunk.prefix(count)
    }
}

extension String {
    fileprivate func components(separatedByCRLF: Void) -> [String] {
        // CR LF is one Character.
        split(separator: "\r\n", omittingEmptySubsequences: true).map(String.init)
    }
}
