import CLinux
import Glibc

/// A numeric IPv4 or IPv6 address with its port.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 bytes of IPv4 or 16 of IPv6, in network order.
    public let host: [UInt8]
    /// The port; 0 leaves the choice to the kernel.
    public let port: UInt16

    /// Makes an address of its parts.
    public init(host: [UInt8], port: UInt16) {
        precondition(host.count == 4 || host.count == 16)
        self.host = host
        self.port = port
    }

    /// Reads `127.0.0.1:8080` or `[::1]:8080`; nil where `text` is neither.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
            let port = UInt16(digits)
        else { return nil }
        var name = text[..<colon]
        let isVersion6 = name.hasPrefix("[") && name.hasSuffix("]")
        if isVersion6 { name = name.dropFirst().dropLast() }
        var host = [UInt8](repeating: 0, count: isVersion6 ? 16 : 4)
        guard inet_pton(isVersion6 ? AF_INET6 : AF_INET, String(name), &host) == 1 else { return nil }
        self.init(host: host, port: port)
    }

    /// The same host with another port.
    public func with(port: UInt16) -> SocketAddress { SocketAddress(host: host, port: port) }

    /// Whether only this machine reaches the address.
    public var isLoopback: Bool {
        host.count == 4 ? host[0] == 127 : host == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// As `init(_:)` reads it.
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(family, host, &text, socklen_t(text.count))
        let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return host.count == 4 ? "\(name):\(port)" : "[\(name)]:\(port)"
    }

    var family: CInt { host.count == 4 ? AF_INET : AF_INET6 }

    /// Reads what getsockname(2) wrote.
    init?(_ storage: sockaddr_storage) {
        let address: SocketAddress? = withUnsafeBytes(of: storage) { bytes in
            let port = bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self).bigEndian
            switch CInt(storage.ss_family) {
            case AF_INET: return SocketAddress(host: Array(bytes[4..<8]), port: port)
            case AF_INET6: return SocketAddress(host: Array(bytes[8..<24]), port: port)
            default: return nil
            }
        }
        guard let address else { return nil }
        self = address
    }

    /// Calls `body` with the address as bind(2) takes it.
    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var storage = sockaddr_storage()
        storage.ss_family = sa_family_t(family)
        withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
            bytes[(host.count == 4 ? 4 : 8)...].copyBytes(from: host)
        }
        let size = host.count == 4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        return withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
        }
    }
}
