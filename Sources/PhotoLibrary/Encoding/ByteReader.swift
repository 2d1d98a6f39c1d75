/// Reads what a `ByteWriter` wrote.
struct ByteReader {
    /// The bytes are not what a writer wrote.
    struct Malformed: Error {}

    private let bytes: [UInt8]
    private var place = 0

    /// Starts at the first byte.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// What was not read yet.
    var rest: ArraySlice<UInt8> { bytes[place...] }

    /// Reads one byte.
    mutating func byte() throws(Malformed) -> UInt8 {
        guard place < bytes.count else { throw Malformed() }
        defer { place += 1 }
        return bytes[place]
    }

    /// Reads eight bytes, the highest first.
    mutating func fixed() throws(Malformed) -> Int64 {
        var number: UInt64 = 0
        for _ in 0..<8 { number = number << 8 | UInt64(try byte()) }
        return Int64(bitPattern: number)
    }

    /// Reads a number of variable length.
    mutating func number() throws(Malformed) -> Int64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let next = try byte()
            number |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1) }
        }
        throw Malformed()
    }

    /// Reads a length and that many bytes.
    mutating func string() throws(Malformed) -> [UInt8] {
        let length = try number()
        guard length >= 0, length <= Int64(bytes.count - place) else { throw Malformed() }
        defer { place += Int(length) }
        return Array(bytes[place..<place + Int(length)])
    }
}
