/// A polynomial hash of a sequence, both ways round, that two sequences' hashes make without looking at them again.
///
/// Over the prime p = 2^61 - 1 with the base B: H([]) = 0 and H(list + [x]) = H(list) · B + x, so that
/// H(a + b) = H(a) · B^|b| + H(b).
struct OrderChecksum: Hashable, Sendable {
    /// The hash in order.
    private(set) var forward: UInt64 = 0
    /// The hash of the sequence turned round.
    private(set) var backward: UInt64 = 0
    /// B to the power of the sequence's length.
    private var power: UInt64 = 1

    /// The hash of nothing.
    init() {}

    /// Adds one value at the end.
    mutating func append(_ value: UInt64) {
        let value = Self.reduced(value)
        forward = Self.sum(Self.product(forward, Self.base), value)
        backward = Self.sum(Self.product(value, power), backward)
        power = Self.product(power, Self.base)
    }

    /// Adds what follows.
    mutating func append(_ other: OrderChecksum) {
        forward = Self.sum(Self.product(forward, other.power), other.forward)
        backward = Self.sum(Self.product(other.backward, power), backward)
        power = Self.product(power, other.power)
    }

    /// A hash as clients see it: 16 hexadecimal digits.
    static func text(_ hash: UInt64) -> String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static let prime: UInt64 = 1 << 61 - 1
    private static let base: UInt64 = 0x0123_4567_89AB_CDEF

    private static func reduced(_ value: UInt64) -> UInt64 {
        let folded = (value & prime) + (value >> 61)
        return folded >= prime ? folded - prime : folded
    }

    private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let sum = left + right
        return sum >= prime ? sum - prime : sum
    }

    private static func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        return sum(low & prime, high << 3 | low >> 61)
    }
}
