import CLinux
import Glibc

/// One end of a stream socket between two processes, over which bytes and descriptors go in whole messages
/// (unix(7)). Its calls block.
public struct MessageSocket: ~Copyable, Sendable {
    /// Why a message did not come whole.
    public enum Failure: Error, Equatable {
        /// The other side closed, or its process ended.
        case closed
        /// The deadline passed.
        case timedOut
        /// The other side announced a message longer than the limit, or sent what is no message.
        case malformed
        /// The system refused.
        case system(SystemError)
    }

    /// The most descriptors that one message carries; the kernel's own limit is 253 (`SCM_MAX_FD`).
    public static let mostDescriptors = 64

    private let descriptor: FileDescriptor

    /// Takes over a connected stream socket.
    public init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// Sends one message: its length in four bytes, then the bytes; the descriptors go with the first byte.
    public func send(_ message: [UInt8], descriptors: [CInt] = []) throws(Failure) {
        var bytes = withUnsafeBytes(of: UInt32(message.count).littleEndian) { [UInt8]($0) }
        bytes.reserveCapacity(bytes.count + message.count)
        bytes += message
        var sent = 0
        var carried = descriptors
        while sent < bytes.count {
            do throws(SystemError) {
                sent += try systemCall("sendmsg") {
                    bytes.withUnsafeBytes {
                        clinux_send_descriptors(
                            descriptor.number, $0.baseAddress?.advanced(by: sent), bytes.count - sent, carried,
                            carried.count)
                    }
                }
            } catch {
                throw error.code == EPIPE || error.code == ECONNRESET ? .closed : .system(error)
            }
            carried = []
        }
    }

    /// Receives one message with its descriptors, which must have been sent with its first byte.
    /// - Parameters:
    ///   - limit: the longest message that is taken.
    ///   - deadline: when to give up; never, where it is nil.
    public func receive(
        limit: Int, deadline: ContinuousClock.Instant? = nil
    ) throws(Failure) -> (bytes: [UInt8], descriptors: [FileDescriptor.Box]) {
        var descriptors: [FileDescriptor.Box] = []
        let head = try read(count: 4, deadline: deadline, into: &descriptors)
        let length = head.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        guard length <= limit else { throw .malformed }
        let bytes = try read(count: length, deadline: deadline, into: &descriptors)
        return (bytes, descriptors)
    }

    /// Receives bytes that are no message, as they come.
    /// - Parameter deadline: when to give up.
    public func receiveBytes(deadline: ContinuousClock.Instant) throws(Failure) -> [UInt8] {
        try wait(until: deadline)
        var descriptors: [FileDescriptor.Box] = []
        let bytes = try receive(atMost: Self.partSize, into: &descriptors)
        if bytes.isEmpty { throw .closed }
        return bytes
    }

    private func read(
        count: Int, deadline: ContinuousClock.Instant?, into descriptors: inout [FileDescriptor.Box]
    ) throws(Failure) -> [UInt8] {
        // Grows as bytes come: a length alone makes nobody allocate.
        var bytes: [UInt8] = []
        while bytes.count < count {
            if let deadline { try wait(until: deadline) }
            let part = try receive(atMost: min(count - bytes.count, Self.partSize), into: &descriptors)
            if part.isEmpty { throw .closed }
            bytes += part
        }
        return bytes
    }

    private func receive(
        atMost count: Int, into descriptors: inout [FileDescriptor.Box]
    ) throws(Failure) -> [UInt8] {
        var numbers = [CInt](repeating: -1, count: Self.mostDescriptors)
        var came = numbers.count
        var failure: SystemError?
        let part = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                filled = try systemCall("recvmsg") {
                    came = numbers.count
                    return clinux_receive_descriptors(descriptor.number, buffer.baseAddress, count, &numbers, &came)
                }
            } catch {
                came = 0
                failure = error
            }
        }
        for number in numbers.prefix(came) { descriptors.append(FileDescriptor.Box(FileDescriptor(owning: number))) }
        if let failure { throw failure.code == ECONNRESET ? .closed : .system(failure) }
        return part
    }

    private func wait(until deadline: ContinuousClock.Instant) throws(Failure) {
        guard try isReadable(by: deadline) else { throw .timedOut }
    }

    /// Waits for bytes; tells whether some are there (or the other side closed), once they are or the deadline passes.
    public func isReadable(by deadline: ContinuousClock.Instant) throws(Failure) -> Bool {
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        guard left > 0 else { return false }
        var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        do throws(SystemError) {
            return try systemCall("poll") { poll(&request, 1, CInt(min(left.rounded(.up), 3.6e6))) } > 0
        } catch {
            throw .system(error)
        }
    }

    /// How much is read at once: the kernel's own socket buffer is about 200 kB.
    private static let partSize = 256 * 1024
}
