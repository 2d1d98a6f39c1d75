/// Decodes percent-encoding (RFC 3986 section 2.1).
enum PercentDecoding {
    /// Decodes one path segment or query piece.
    /// - Parameter plusIsSpace: as `application/x-www-form-urlencoded` has it.
    /// - Returns: nil where a percent sign is not followed by two hexadecimal digits, or where the result is not valid
    ///   UTF-8 or has a NUL.
    static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String? {
        let needsDecoding = bytes.contains { $0 == percent || plusIsSpace && $0 == plus }
        // A target has no byte above 0x7E, so what needs no decoding is ASCII.
        guard needsDecoding else { return String(decoding: bytes, as: UTF8.self) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == percent {
                guard index + 2 < bytes.endIndex, let high = bytes[index + 1].hexadecimalValue,
                    let low = bytes[index + 2].hexadecimalValue
                else { return nil }
                let value = high << 4 | low
                guard value != 0 else { return nil }
                decoded.append(value)
                index += 3
            } else {
                decoded.append(plusIsSpace && byte == plus ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static let percent = UInt8(ascii: "%")
    private static let plus = UInt8(ascii: "+")
}
