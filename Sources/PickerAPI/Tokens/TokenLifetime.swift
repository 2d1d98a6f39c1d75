/// How long a token holds, as people write it.
public enum TokenLifetime {
    private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86400]
    /// 999 days: who wants much more wants a token without an end.
    private static let longestDigits = 3

    /// Reads a number above zero with a unit, `s`, `m`, `h` or `d`; nil for anything else, and for a number too long.
    public static func duration(_ text: String) -> Duration? {
        guard let last = text.last, let unit = units[last] else { return nil }
        let digits = text.dropLast()
        guard (1...longestDigits).contains(digits.utf8.count), digits.first != "0",
            digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(digits)
        else { return nil }
        return .seconds(number * unit)
    }
}
