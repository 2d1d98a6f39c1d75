import Glibc
import Synchronization

/// Descriptors with low numbers that are kept for C code that can't do with others (select(2), `FD_SETSIZE`): one is given
/// up right before that code opens its own, which then gets its number unless another thread is faster.
public final class DescriptorReserve: Sendable {
    private let count: Int
    private let limit: CInt
    private let kept = Mutex<[CInt]>([])

    /// Makes an empty reserve.
    /// - Parameters:
    ///   - count: how many are kept at most.
    ///   - limit: all numbers are less.
    public init(count: Int, below limit: CInt) {
        self.count = count
        self.limit = limit
    }

    /// Takes as many as there are low numbers left.
    public func fill() {
        kept.withLock { kept in
            while kept.count < count {
                let number = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
                guard number >= 0 else { return }
                guard number < limit else {
                    Glibc.close(number)
                    return
                }
                kept.append(number)
            }
        }
    }

    /// Gives one up.
    /// - Returns: whether there was one.
    public func give() -> Bool {
        kept.withLock { kept in
            guard let number = kept.popLast() else { return false }
            Glibc.close(number)
            return true
        }
    }

    deinit { kept.withLock { for number in $0 { Glibc.close(number) } } }
}
