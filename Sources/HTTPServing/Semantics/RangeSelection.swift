/// Which parts of a representation the Range field asks for (RFC 9110 section 14).
enum RangeSelection: Equatable {
    /// All of it: no Range, an unknown unit, a malformed one, or more than is served in parts.
    case whole
    /// These parts, in the order that they were asked for.
    case parts([Range<Int64>])
    /// Nothing of what was asked for is there.
    case unsatisfiable

    /// More parts than any reader asks for at once: beyond it, or where parts overlap, the whole is cheaper to serve
    /// than the headers between the parts.
    static let maximumParts = 16

    /// Reads the value of Range for a representation of `length` bytes.
    init(_ value: some Collection<UInt8>, length: Int64) {
        let bytes = Array(value)
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), bytes[..<equals].equalsIgnoringCase("bytes".utf8),
            bytes[(equals + 1)...].first != UInt8(ascii: " ")
        else {
            self = .whole
            return
        }
        var parts: [Range<Int64>] = []
        var specifications = 0
        var isSatisfiable = false
        for piece in bytes[(equals + 1)...].split(separator: UInt8(ascii: ",")) {
            let specification = piece.trimmingSpaces
            if specification.isEmpty { continue }
            specifications += 1
            guard specifications <= Self.maximumParts, let part = Self.part(specification, length: length) else {
                self = .whole
                return
            }
            // A suffix of an empty file can be satisfied, but no Content-Range can name it.
            if part.isEmpty { isSatisfiable = isSatisfiable || part.lowerBound < 0 } else { parts.append(part) }
        }
        if specifications == 0 {
            self = .whole
        } else if parts.isEmpty {
            self = isSatisfiable ? .whole : .unsatisfiable
        } else {
            self = Self.overlap(parts) ? .whole : .parts(parts)
        }
    }

    /// One part; empty where it lies outside of the representation; nil where it is malformed.
    private static func part(_ bytes: ArraySlice<UInt8>, length: Int64) -> Range<Int64>? {
        guard let dash = bytes.firstIndex(of: UInt8(ascii: "-")) else { return nil }
        let first = bytes[..<dash]
        let last = bytes[(dash + 1)...]
        if first.isEmpty {
            guard let suffix = position(last) else { return nil }
            if suffix > 0 && length == 0 { return -1..<(-1) }
            return max(0, length - suffix)..<length
        }
        guard let from = position(first), let to = last.isEmpty ? Int64.max - 1 : position(last), from <= to else {
            return nil
        }
        guard from < length else { return 0..<0 }
        return from..<min(length, to + 1)
    }

    /// A byte position; one that does not fit 63 bits is as far away as can be.
    private static func position(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        return min(Int64(digits.decimalValue ?? .max), .max - 1)
    }

    private static func overlap(_ parts: [Range<Int64>]) -> Bool {
        let sorted = parts.sorted { $0.lowerBound < $1.lowerBound }
        return zip(sorted, sorted.dropFirst()).contains { $0.upperBound > $1.lowerBound }
    }
}
