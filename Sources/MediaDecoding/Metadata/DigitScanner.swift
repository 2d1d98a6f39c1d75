/// Reads runs of ASCII digits out of a text.
struct DigitScanner {
    private(set) var rest: Substring

    init(_ text: String) { rest = Substring(text.drop { $0 == " " }) }

    /// Exactly `digits` digits as a number.
    mutating func number(digits: Int) -> Int? {
        let run = rest.utf8.prefix(digits)
        guard run.count == digits, run.allSatisfy({ (48...57).contains($0) }) else { return nil }
        rest = rest.dropFirst(digits)
        return run.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    /// Skips one of `characters`; false where none of them comes next.
    mutating func skip(_ characters: String) -> Bool {
        guard let next = rest.first, characters.contains(next) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// The digits that come next as the fraction of a second, in nanoseconds; digits behind the ninth are dropped.
    mutating func fraction() -> Int {
        let run = rest.utf8.prefix { (48...57).contains($0) }
        rest = rest.dropFirst(run.count)
        let digits = run.prefix(9)
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        return (digits.count..<9).reduce(number) { value, _ in value * 10 }
    }
}
