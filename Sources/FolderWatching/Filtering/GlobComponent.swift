/// The pattern for one component of a path.
struct GlobComponent: Hashable, Sendable {
    private enum Token: Hashable {
        case byte(UInt8)
        case anyByte
        case anyBytes
        case set([ClosedRange<UInt8>], isNegated: Bool)
    }

    private let tokens: [Token]

    init(_ text: ArraySlice<UInt8>) throws(Glob.Error) {
        var tokens: [Token] = []
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "*"):
                if tokens.last != .anyBytes { tokens.append(.anyBytes) }
            case UInt8(ascii: "?"): tokens.append(.anyByte)
            case UInt8(ascii: "["): tokens.append(try Self.set(&rest))
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst() else { throw .unfinishedEscape }
                tokens.append(.byte(next))
            default: tokens.append(.byte(byte))
            }
        }
        self.tokens = tokens
    }

    /// Reads what follows a `[`; a `]` that comes first stands for itself, as in fnmatch(3).
    private static func set(_ rest: inout ArraySlice<UInt8>) throws(Glob.Error) -> Token {
        var isNegated = false
        if let first = rest.first, first == UInt8(ascii: "!") || first == UInt8(ascii: "^") {
            isNegated = true
            rest.removeFirst()
        }
        var ranges: [ClosedRange<UInt8>] = []
        var isFirst = true
        while let low = rest.popFirst() {
            if low == UInt8(ascii: "]") && !isFirst { return .set(ranges, isNegated: isNegated) }
            isFirst = false
            let next = rest.dropFirst().first
            if rest.first == UInt8(ascii: "-"), let high = next, high != UInt8(ascii: "]") {
                rest.removeFirst(2)
                if low <= high { ranges.append(low...high) }
            } else {
                ranges.append(low...low)
            }
        }
        throw .unclosedSet
    }

    /// Goes back to the latest `*` alone where a try fails, so that the cost is the product of the lengths at most.
    func matches(_ name: ArraySlice<UInt8>) -> Bool {
        var place = name.startIndex
        var wanted = 0
        var retry: (place: Int, wanted: Int)?
        while place < name.endIndex || wanted < tokens.count {
            if wanted < tokens.count {
                if tokens[wanted] == .anyBytes {
                    retry = (place, wanted)
                    wanted += 1
                    continue
                }
                if place < name.endIndex && Self.matches(tokens[wanted], name[place]) {
                    place += 1
                    wanted += 1
                    continue
                }
            }
            guard let last = retry, last.place < name.endIndex else { return false }
            retry = (last.place + 1, last.wanted)
            place = last.place + 1
            wanted = last.wanted + 1
        }
        return true
    }

    private static func matches(_ token: Token, _ byte: UInt8) -> Bool {
        switch token {
        case .byte(let wanted): byte == wanted
        case .anyByte: true
        case .anyBytes: false
        case .set(let ranges, let isNegated): ranges.contains { $0.contains(byte) } != isNegated
        }
    }
}
