/// The first image file directory of a TIFF, as far as it tells a RAW file from a picture (TIFF 6.0, section 2).
struct TIFFDirectory {
    /// The signatures that camera makers use.
    enum Variant { case plain, canon, olympus, panasonic }

    let variant: Variant
    /// Maker (tag 0x010F); empty where it is not in reach.
    private(set) var make = ""
    /// Whether the file says that it is a Digital Negative (tag 0xC612).
    private(set) var isDNG = false
    /// Whether the directory is of the picture itself, with red, green and blue for each pixel.
    var isOfPicture: Bool { isRGB && !isReduced }
    /// Whether the directory is of sensor data, or is of a preview beside other images.
    var holdsSensorData: Bool { isColorFilterArray || (isReduced && hasSubdirectories) }

    private var isColorFilterArray = false
    private var isRGB = false
    private var isReduced = false
    private var hasSubdirectories = false

    /// The most entries that are looked at: cameras write about fifty.
    private static let mostEntries = 512

    init?(_ head: UnsafeRawBufferPointer) {
        guard head.count >= 16 else { return nil }
        let isLittle: Bool
        switch head.text(at: 0, count: 2) {
        case "II": isLittle = true
        case "MM": isLittle = false
        default: return nil
        }
        switch isLittle ? head.littleEndian16(at: 2) : head.bigEndian16(at: 2) {
        case 42: variant = head.holds([0x43, 0x52, 0x02], at: 8) ? .canon : .plain
        case 0x4F52, 0x5352: variant = .olympus
        case 0x55: variant = .panasonic
        case 43: variant = .plain
        default: return nil
        }
        let start = Int(isLittle ? head.littleEndian32(at: 4) : head.bigEndian32(at: 4))
        guard start + 2 <= head.count else { return }
        let count = Int(isLittle ? head.littleEndian16(at: start) : head.bigEndian16(at: start))
        for place in 0..<min(count, Self.mostEntries) {
            let entry = start + 2 + place * 12
            guard entry + 12 <= head.count else { return }
            read(head, entry: entry, isLittle: isLittle)
        }
    }

    private mutating func read(_ head: UnsafeRawBufferPointer, entry: Int, isLittle: Bool) {
        func short(_ offset: Int) -> Int {
            Int(isLittle ? head.littleEndian16(at: offset) : head.bigEndian16(at: offset))
        }
        func long(_ offset: Int) -> Int {
            Int(isLittle ? head.littleEndian32(at: offset) : head.bigEndian32(at: offset))
        }
        switch short(entry) {
        case 0x00FE: isReduced = long(entry + 8) & 1 == 1
        case 0x0106:
            isColorFilterArray = short(entry + 8) == 32803
            isRGB = short(entry + 8) == 2
        case 0x010F:
            let length = min(long(entry + 4), 64)
            let offset = length <= 4 ? entry + 8 : long(entry + 8)
            if offset + length <= head.count { make = head.text(at: offset, count: length) }
        case 0x014A: hasSubdirectories = true
        case 0xC612: isDNG = true
        default: break
        }
    }
}
