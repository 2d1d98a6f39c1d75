import CLinux
import Glibc

/// A TCP socket that takes connections, one of several on the same address (`SO_REUSEPORT`, socket(7)).
public struct ListeningSocket: ~Copyable, Sendable {
    /// The socket.
    public let descriptor: FileDescriptor

    /// Binds to an address and listens.
    /// - Parameter isFirst: whether to fail where another program listens there already, which `SO_REUSEPORT` would
    ///   share with a program of the same user.
    public init(_ address: SocketAddress, isFirst: Bool) throws(SystemError) {
        if isFirst && address.port != 0 { try Self.bound(to: address, sharesPort: false).close() }
        descriptor = try Self.listening(on: address)
    }

    /// The address with the port that the kernel chose.
    public func address() throws(SystemError) -> SocketAddress {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        try systemCall("getsockname") {
            withUnsafeMutablePointer(to: &storage) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor.number, $0, &size) }
            }
        }
        guard let address = SocketAddress(storage) else { throw SystemError(code: EAFNOSUPPORT, call: "getsockname") }
        return address
    }

    /// Takes the next connection, without delays for small packets (`TCP_NODELAY`); nil where none waits.
    public func accept() throws(SystemError) -> FileDescriptor? {
        while true {
            do throws(SystemError) {
                let number = try systemCall("accept4") {
                    clinux_accept4(
                        descriptor.number, CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue))
                }
                let connection = FileDescriptor(owning: number)
                try connection.set(CInt(IPPROTO_TCP), TCP_NODELAY, 1)
                return connection
            } catch {
                switch error.code {
                case EAGAIN: return nil
                // What befell one connection before it was taken (accept(2)); the next may be well.
                case ECONNABORTED, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH, ENETUNREACH,
                    EOPNOTSUPP, EPERM:
                    continue
                default: throw error
                }
            }
        }
    }

    private static func listening(on address: SocketAddress) throws(SystemError) -> FileDescriptor {
        let socket = try bound(to: address, sharesPort: true)
        try systemCall("listen", on: address.description) { listen(socket.number, backlog) }
        return socket
    }

    private static func bound(to address: SocketAddress, sharesPort: Bool) throws(SystemError) -> FileDescriptor {
        let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let socket = FileDescriptor(
            owning: try systemCall("socket", on: address.description) { Glibc.socket(address.family, type, 0) })
        try socket.set(SOL_SOCKET, SO_REUSEADDR, 1)
        if sharesPort { try socket.set(SOL_SOCKET, SO_REUSEPORT, 1) }
        if address.family == AF_INET6 { try socket.set(CInt(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
        try systemCall("bind", on: address.description) {
            address.withSocketAddress { bind(socket.number, $0, $1) }
        }
        return socket
    }

    /// Connections that the kernel keeps until they are taken; it cuts this to `net.core.somaxconn`.
    private static let backlog: CInt = 1024
}

extension FileDescriptor {
    /// Sets an integer option of a socket (setsockopt(2)).
    func set(_ level: CInt, _ option: CInt, _ value: CInt) throws(SystemError) {
        try systemCall("setsockopt") {
            withUnsafePointer(to: value) {
                setsockopt(number, level, option, $0, socklen_t(MemoryLayout<CInt>.size))
            }
        }
    }
}
