import Platform

/// What a connection has still to send, in order. Bytes share the storage of their response.
struct Outbox {
    /// How far sending came.
    enum Progress {
        /// All is sent.
        case done
        /// The socket takes no more now, and has taken nothing.
        case stuck
        /// The socket takes no more now, but has taken something.
        case blocked
        /// It would take more, but it is the turn of other connections.
        case paused
        /// The client is gone, or a file is shorter than was promised: the connection is of no use any more.
        case failed
    }

    private enum Piece {
        case bytes([UInt8])
        case file(FileBody)
    }

    private var pieces: [Piece] = []
    private var first = 0
    /// How many bytes of the first piece are sent.
    private var sent = 0

    /// Whether nothing waits.
    var isEmpty: Bool { first == pieces.count }

    /// Adds bytes at the end.
    mutating func append(_ bytes: [UInt8], from start: Int = 0) {
        guard start < bytes.count else { return }
        if isEmpty { sent = start } else { precondition(start == 0) }
        pieces.append(.bytes(bytes))
    }

    /// Adds a part of a file at the end.
    mutating func append(_ file: FileBody) {
        guard file.length > 0 else { return }
        if isEmpty { sent = 0 }
        pieces.append(.file(file))
    }

    /// Sends as much as the socket takes, up to a fair share.
    mutating func drain(to socket: borrowing FileDescriptor) -> Progress {
        var budget = Self.bytesPerTurn
        while first < pieces.count {
            guard budget > 0 else { return .paused }
            let length: Int
            let transfer: SocketTransfer
            switch pieces[first] {
            case .bytes(let bytes):
                length = bytes.count
                let isMore = first + 1 < pieces.count
                transfer = bytes.withUnsafeBufferPointer {
                    socket.send(UnsafeBufferPointer(rebasing: $0[sent...]), more: isMore)
                }
            case .file(let file):
                length = Int(file.length)
                transfer = send(file, to: socket)
            }
            switch transfer {
            case .moved(0), .ended: return .failed
            case .wouldBlock: return budget < Self.bytesPerTurn ? .blocked : .stuck
            case .moved(let count):
                sent += count
                budget -= count
                if sent == length { next() }
            }
        }
        return .done
    }

    private func send(_ file: FileBody, to socket: borrowing FileDescriptor) -> SocketTransfer {
        let offset = file.offset + Int64(sent)
        let rest = file.length - Int64(sent)
        return file.withDescriptor { descriptor in
            if rest > Int64(Self.bytesPerCall) {
                descriptor.prefetch(offset: offset + Int64(Self.bytesPerCall), count: Int64(Self.prefetchBytes))
            }
            return socket.sendFile(descriptor, offset: offset, count: min(Int(rest), Self.bytesPerCall))
        }
    }

    private mutating func next() {
        first += 1
        sent = 0
        if isEmpty {
            pieces.removeAll(keepingCapacity: true)
            first = 0
        }
    }

    /// After this many bytes of one connection the others have their turn.
    private static let bytesPerTurn = 1024 * 1024
    /// One call's share of a file: a disk that must be waited for holds up the loop for no longer than that.
    private static let bytesPerCall = 256 * 1024
    /// How much of a file is asked for ahead, so that the next calls find it in the page cache.
    private static let prefetchBytes = 1024 * 1024
}
