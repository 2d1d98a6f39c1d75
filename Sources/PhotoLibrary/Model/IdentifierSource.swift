public import Platform
import Synchronization

/// Gives out numbers that were never given before.
///
/// A number is the milliseconds since 1970 in its high 43 bits and 20 bits below them, which start at random in each
/// millisecond; every number is greater than the one before. So no number comes twice even where the catalogue was lost
/// and begins anew, as long as the clock does not go back behind the lost catalogue's last number.
public final class IdentifierSource: Sendable {
    private let last: Mutex<Int64>
    private let now: @Sendable () -> Timestamp
    private let random: @Sendable () -> UInt64

    /// Makes a source.
    /// - Parameters:
    ///   - greatestKnown: the greatest number in use; 0 where there is none.
    ///   - now: the clock.
    ///   - random: 64 random bits.
    public init(
        above greatestKnown: Int64 = 0, now: @escaping @Sendable () -> Timestamp = { .now },
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) {
        last = Mutex(max(0, greatestKnown))
        self.now = now
        self.random = random
    }

    /// Gives the next number.
    public func next<ID: LibraryIdentifier>(_ type: ID.Type = ID.self) -> ID {
        let milliseconds = max(0, now().nanoseconds / 1_000_000)
        return last.withLock { last in
            // 43 bits last until the year 2248.
            let earliest = (milliseconds & (1 << 43 - 1)) << 20
            if earliest > last {
                last = earliest | Int64(random() & (1 << 19 - 1))
            } else {
                precondition(last < .max, "the numbers are used up")
                last += 1
            }
            return ID(rawValue: last)
        }
    }
}
