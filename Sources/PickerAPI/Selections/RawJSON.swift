/// Finds a part of JSON text as it was written.
enum RawJSON {
    /// The bytes of a member's value in an object; nil where there is none. The text must be valid JSON; of members of
    /// the same name the last counts, as for decoders.
    static func member(_ name: String, of object: [UInt8]) -> ArraySlice<UInt8>? {
        var found: ArraySlice<UInt8>?
        var place = skip(object, 0)
        guard place < object.count, object[place] == UInt8(ascii: "{") else { return nil }
        place = skip(object, place + 1)
        while place < object.count, object[place] == UInt8(ascii: "\"") {
            let keyEnd = end(object, place)
            let isWanted = object[(place + 1)..<(keyEnd - 1)].elementsEqual(name.utf8)
            let start = skip(object, skip(object, keyEnd) + 1)
            let valueEnd = end(object, start)
            if isWanted { found = object[start..<valueEnd] }
            place = skip(object, valueEnd)
            if place < object.count, object[place] == UInt8(ascii: ",") { place = skip(object, place + 1) }
        }
        return found
    }

    private static func skip(_ text: [UInt8], _ start: Int) -> Int {
        var place = start
        while place < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[place]) { place += 1 }
        return place
    }

    /// Where the value that begins at a place ends.
    private static func end(_ text: [UInt8], _ start: Int) -> Int {
        var depth = 0
        var place = start
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "\""):
                place += 1
                while place < text.count, text[place] != UInt8(ascii: "\"") {
                    place += text[place] == UInt8(ascii: "\\") ? 2 : 1
                }
                if depth == 0 { return min(place + 1, text.count) }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return place }
                depth -= 1
                if depth == 0 { return place + 1 }
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
                if depth == 0 { return place }
            default: break
            }
            place += 1
        }
        return place
    }
}
