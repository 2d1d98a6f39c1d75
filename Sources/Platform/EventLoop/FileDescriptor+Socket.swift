import CLinux
import Glibc

/// What became of one call on a socket that does not block.
public enum SocketTransfer: Equatable, Sendable {
    /// That many bytes were moved.
    case moved(Int)
    /// Nothing can be moved now.
    case wouldBlock
    /// Nothing will be moved any more: the peer has closed, or the connection is broken.
    case ended
}

extension FileDescriptor {
    /// Receives what there is, up to the length of `buffer` (recv(2)).
    public func receive(into buffer: UnsafeMutableBufferPointer<UInt8>) -> SocketTransfer {
        Self.transfer(endsAtZero: true) { () throws(SystemError) in
            try systemCall("recv") { recv(number, buffer.baseAddress, buffer.count, 0) }
        }
    }

    /// Sends as much of `first` and then `second` as the socket takes, in one call (sendmsg(2)).
    /// - Parameter more: whether more follows at once, so that the kernel need not send a packet that is not full.
    public func send(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>? = nil, more: Bool = false
    ) -> SocketTransfer {
        let flags = CInt(MSG_NOSIGNAL) | (more ? CInt(MSG_MORE) : 0)
        guard let second else {
            return Self.transfer(endsAtZero: false) { () throws(SystemError) in
                try systemCall("send") { Glibc.send(number, first.baseAddress, first.count, flags) }
            }
        }
        return Self.transfer(endsAtZero: false) { () throws(SystemError) in
            try systemCall("sendmsg") {
                clinux_send_pair(number, first.baseAddress, first.count, second.baseAddress, second.count, flags)
            }
        }
    }

    /// Sends up to `count` bytes of `file` from `offset` on, straight from the page cache (sendfile(2)).
    ///
    /// The process must ignore SIGPIPE, which this call raises where the peer is gone. `moved(0)`: the file ends there.
    public func sendFile(_ file: borrowing FileDescriptor, offset: Int64, count: Int) -> SocketTransfer {
        let source = file.number
        return Self.transfer(endsAtZero: false) { () throws(SystemError) in
            var position = off_t(offset)
            return try systemCall("sendfile") { sendfile(number, source, &position, count) }
        }
    }

    /// Ends the sending direction, so that the peer reads the end after the last byte (shutdown(2)).
    public func shutDownSending() { _ = Glibc.shutdown(number, CInt(SHUT_WR)) }

    /// Tells the kernel that a part of the file is wanted soon, so that sending it does not wait for the disk
    /// (posix_fadvise(2)).
    public func prefetch(offset: Int64, count: Int64) {
        posix_fadvise(number, off_t(offset), off_t(count), POSIX_FADV_WILLNEED)
    }

    @inline(__always)
    private static func transfer(
        endsAtZero: Bool, _ call: () throws(SystemError) -> Int
    ) -> SocketTransfer {
        do throws(SystemError) {
            let count = try call()
            return count == 0 && endsAtZero ? .ended : .moved(count)
        } catch {
            // Whatever else befalls a connection (ECONNRESET, EPIPE, ETIMEDOUT, EIO of a file), it is over.
            return error.code == EAGAIN ? .wouldBlock : .ended
        }
    }
}

/// Makes writes to peers that are gone fail with EPIPE instead of ending the process (signal(7)).
public func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
