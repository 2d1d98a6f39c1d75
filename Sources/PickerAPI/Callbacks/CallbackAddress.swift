import Glibc

/// Which network addresses a caller may have told: those that anybody could reach, so that nobody has this server ask its
/// own machine or network for them (OWASP, Server-Side Request Forgery).
enum CallbackAddress {
    /// Whether an address is global: 4 bytes of IPv4 or 16 of IPv6, by the registries of special-purpose addresses
    /// (RFC 6890 and its updates).
    static func isGlobal(_ bytes: some Sequence<UInt8>) -> Bool {
        let bytes = Array(bytes)
        switch bytes.count {
        case 4: return !reservedIPv4.contains { $0.holds(bytes) }
        case 16:
            // What stands for an address of IPv4 is as good as that.
            for (prefix, range) in embedded where prefix.holds(bytes) { return isGlobal(bytes[range]) }
            return globalUnicast.holds(bytes) && !reservedIPv6.contains { $0.holds(bytes) }
        default: return false
        }
    }

    /// The address that a host of a URL (RFC 3986, section 3.2.2) is without being looked up; nil for a name.
    static func literal(_ host: some StringProtocol) -> [UInt8]? {
        var text = String(host)
        if text.hasPrefix("["), text.hasSuffix("]") {
            text = String(text.dropFirst().dropLast())
            return parse(text, family: AF_INET6, count: 16)
        }
        return parse(text, family: AF_INET, count: 4)
    }

    private static func parse(_ text: String, family: CInt, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    private struct Prefix {
        let bytes: [UInt8]
        let length: Int

        init(_ bytes: [UInt8], _ length: Int) { (self.bytes, self.length) = (bytes, length) }

        func holds(_ address: [UInt8]) -> Bool {
            for bit in 0..<length {
                let mask = UInt8(0x80) >> (bit % 8)
                let own = bit / 8 < bytes.count ? bytes[bit / 8] : 0
                if own & mask != address[bit / 8] & mask { return false }
            }
            return true
        }
    }

    private static let reservedIPv4 = [
        Prefix([0], 8),  // this network
        Prefix([10], 8), Prefix([172, 16], 12), Prefix([192, 168], 16),  // private use
        Prefix([100, 64], 10),  // shared by a provider's customers
        Prefix([127], 8),  // loopback
        Prefix([169, 254], 16),  // link-local, cloud metadata
        Prefix([192, 0, 0], 24), Prefix([192, 0, 2], 24), Prefix([198, 51, 100], 24), Prefix([203, 0, 113], 24),
        Prefix([192, 88, 99], 24),  // former relays of 6to4
        Prefix([198, 18], 15),  // benchmarks
        Prefix([224], 4), Prefix([240], 4),  // multicast, reserved, broadcast
    ]

    /// Addresses of IPv6 that hold one of IPv4: mapped, translated (RFC 6052), 6to4.
    private static let embedded: [(Prefix, Range<Int>)] = [
        (Prefix([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96), 12..<16),
        (Prefix([0, 0x64, 0xFF, 0x9B], 96), 12..<16),
        (Prefix([0x20, 0x02], 16), 2..<6),
    ]

    /// All that was given out so far; loopback, link-local, unique local and multicast addresses are not in it.
    private static let globalUnicast = Prefix([0x20], 3)

    private static let reservedIPv6 = [
        Prefix([0x20, 0x01, 0x00], 23),  // Teredo, benchmarks and other protocols
        Prefix([0x20, 0x01, 0x0D, 0xB8], 32), Prefix([0x3F, 0xFF], 20),  // documentation
    ]
}
