/// A list of values with weights, as Accept and Accept-Encoding have it (RFC 9110 section 12.4.2).
struct QualityList: Sendable {
    /// Values in small letters, without parameters but the weight, which is in thousandths.
    let items: [(value: String, quality: Int)]

    /// Reads the lines of a field; an element with a malformed weight is left out.
    init(_ lines: [String]) {
        items = lines.flatMap { $0.split(separator: ",") }.compactMap { element in
            let parts = element.split(separator: ";", omittingEmptySubsequences: false)
            let value = (parts.first ?? "").trimmingSpaces.lowercased()
            guard !value.isEmpty else { return nil }
            var quality = 1000
            for parameter in parts.dropFirst().map(\.trimmingSpaces) where parameter.lowercased().hasPrefix("q=") {
                guard let weight = Self.weight(parameter.dropFirst(2)) else { return nil }
                quality = weight
            }
            return (value, quality)
        }
    }

    /// `0`, `1`, or either with up to three decimals, not above 1.
    private static func weight(_ text: Substring) -> Int? {
        let digits = Array(text.utf8)
        guard let whole = digits.first, whole == UInt8(ascii: "0") || whole == UInt8(ascii: "1") else { return nil }
        guard digits.count > 1 else { return whole == UInt8(ascii: "1") ? 1000 : 0 }
        let decimals = digits[2...]
        guard digits[1] == UInt8(ascii: "."), decimals.count <= 3, decimals.allSatisfy(\.isDigit) else { return nil }
        let padded = Array(decimals) + Array(repeating: UInt8(ascii: "0"), count: 3 - decimals.count)
        let weight = (whole == UInt8(ascii: "1") ? 1000 : 0) + (padded.decimalValue ?? 0)
        return weight <= 1000 ? weight : nil
    }
}
