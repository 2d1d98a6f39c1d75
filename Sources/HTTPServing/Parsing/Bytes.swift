extension UInt8 {
    /// The small letter of an ASCII capital; anything else as it is.
    var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// Whether the byte may stand in a token (RFC 9110 section 5.6.2).
    var isTokenByte: Bool {
        // Bit n of the pair is byte n: letters, digits and !#$%&'*+-.^_`|~.
        self < 64
            ? 0x03FF_6CFA_0000_0000 & (1 << UInt64(self)) != 0
            : self < 128 && 0x57FF_FFFF_C7FF_FFFE & (1 << UInt64(self & 63)) != 0
    }

    /// Whether the byte may stand in a field value: no control byte but the tab (RFC 9110 section 5.5).
    var isFieldValueByte: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }

    /// Whether the byte is `0` to `9`.
    var isDigit: Bool { self &- 0x30 < 10 }

    /// The value of a hexadecimal digit.
    var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}

extension Collection<UInt8> {
    /// Whether the ASCII letters are the same, whatever their case, and all other bytes are equal.
    @inline(__always)
    func equalsIgnoringCase(_ other: some Collection<UInt8>) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }

    /// The number that the bytes write in decimal: digits only, no sign, no overflow.
    var decimalValue: Int? {
        guard !isEmpty else { return nil }
        var result = 0
        for byte in self {
            guard byte.isDigit else { return nil }
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            let (sum, overflowed) = product.addingReportingOverflow(Int(byte - 0x30))
            if overflow || overflowed { return nil }
            result = sum
        }
        return result
    }
}

extension BidirectionalCollection<UInt8> where SubSequence: BidirectionalCollection<UInt8> {
    /// Without the spaces and tabs around it (OWS of RFC 9110 section 5.6.3).
    var trimmingSpaces: SubSequence {
        guard let first = firstIndex(where: { $0 != 0x20 && $0 != 0x09 }),
            let last = lastIndex(where: { $0 != 0x20 && $0 != 0x09 })
        else { return self[startIndex..<startIndex] }
        return self[first...last]
    }
}

extension StringProtocol {
    /// Without the spaces and tabs around it.
    var trimmingSpaces: Substring {
        let text = Substring(self)
        guard let first = text.utf8.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }),
            let last = text.utf8.lastIndex(where: { $0 != 0x20 && $0 != 0x09 })
        else { return "" }
        return text[first...last]
    }
}
