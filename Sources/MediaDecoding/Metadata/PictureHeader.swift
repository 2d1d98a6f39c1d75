import Platform

/// Size and number of frames, read from a picture's own header in a microsecond, without a decoder.
struct PictureHeader: Equatable {
    /// Stored size, before orientation.
    let size: PixelSize
    /// Frames of an animation; 1 for a still.
    let frameCount: Int

    /// The most frames that are counted: an hour of animation.
    private static let mostFrames = 100_000

    /// Bits of one channel; nil where the header of this format is not looked at for it.
    let bitDepth: Int?

    private init(_ width: Int, _ height: Int, frameCount: Int = 1, bitDepth: Int? = nil) {
        size = PixelSize(width: width, height: height)
        self.bitDepth = bitDepth
        self.frameCount = frameCount
    }

    /// Reads the header; nil where it is not there, or where the format's header is not known here.
    init?(_ bytes: UnsafeRawBufferPointer, format: MediaFormat) {
        let header: PictureHeader? =
            switch format {
            case .jpeg: Self.jpeg(bytes)
            case .png: Self.png(bytes)
            case .gif: Self.gif(bytes)
            case .webp: Self.webp(bytes)
            case .bmp: Self.bmp(bytes)
            default: nil
            }
        guard let header, header.size.width > 0, header.size.height > 0 else { return nil }
        self = header
    }

    /// The first frame header (ITU-T T.81, B.2.2).
    private static func jpeg(_ bytes: UnsafeRawBufferPointer) -> PictureHeader? {
        var position = 2
        while position + 9 <= bytes.count {
            guard bytes[position] == 0xFF else { return nil }
            let marker = bytes[position + 1]
            switch marker {
            case 0xFF: position += 1
            case 0x01, 0xD0...0xD8: position += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                return PictureHeader(
                    Int(bytes.bigEndian16(at: position + 7)), Int(bytes.bigEndian16(at: position + 5)),
                    bitDepth: Int(bytes[position + 4]))
            case 0xD9, 0xDA: return nil
            default: position += 2 + Int(bytes.bigEndian16(at: position + 2))
            }
        }
        return nil
    }

    /// IHDR, and acTL of an animation (PNG, third edition, 11.2.1 and 11.3.6.1).
    private static func png(_ bytes: UnsafeRawBufferPointer) -> PictureHeader? {
        guard bytes.count >= 33, bytes.text(at: 12, count: 4) == "IHDR" else { return nil }
        var frames = 1
        var position = 33
        while position + 12 <= bytes.count {
            let kind = bytes.text(at: position + 4, count: 4)
            if kind == "acTL" { frames = max(1, Int(bytes.bigEndian32(at: position + 8))) }
            if kind == "acTL" || kind == "IDAT" { break }
            position += 12 + Int(bytes.bigEndian32(at: position))
        }
        return PictureHeader(
            Int(bytes.bigEndian32(at: 16)), Int(bytes.bigEndian32(at: 20)), frameCount: min(frames, mostFrames),
            bitDepth: Int(bytes[24]))
    }

    /// The logical screen, and a walk over the blocks to count image descriptors (GIF89a, sections 18 and 20).
    private static func gif(_ bytes: UnsafeRawBufferPointer) -> PictureHeader? {
        guard bytes.count >= 13 else { return nil }
        func tableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        var frames = 0
        var position = 13 + tableSize(bytes[10])
        blocks: while position < bytes.count, frames < mostFrames {
            switch bytes[position] {
            case 0x21: position += 2
            case 0x2C:
                guard position + 10 <= bytes.count else { break blocks }
                frames += 1
                position += 11 + tableSize(bytes[position + 9])
            default: break blocks
            }
            while position < bytes.count, bytes[position] > 0 { position += 1 + Int(bytes[position]) }
            position += 1
        }
        return PictureHeader(
            Int(bytes.littleEndian16(at: 6)), Int(bytes.littleEndian16(at: 8)), frameCount: max(frames, 1))
    }

    /// VP8X with its frames, or a single VP8 or VP8L (RFC 9649, section 2; RFC 6386, 9.1).
    private static func webp(_ bytes: UnsafeRawBufferPointer) -> PictureHeader? {
        guard bytes.count >= 30 else { return nil }
        switch bytes.text(at: 12, count: 4) {
        case "VP8 ":
            return PictureHeader(
                Int(bytes.littleEndian16(at: 26) & 0x3FFF), Int(bytes.littleEndian16(at: 28) & 0x3FFF))
        case "VP8L":
            let bits = bytes.littleEndian32(at: 21)
            return PictureHeader(Int(bits & 0x3FFF) + 1, Int(bits >> 14 & 0x3FFF) + 1)
        case "VP8X":
            var frames = 0
            var position = 30
            while position + 8 <= bytes.count, frames < mostFrames {
                if bytes.text(at: position, count: 4) == "ANMF" { frames += 1 }
                position += 8 + (Int(bytes.littleEndian32(at: position + 4)) + 1) & ~1
            }
            return PictureHeader(
                Int(bytes.littleEndian32(at: 24) & 0xFF_FFFF) + 1,
                Int(bytes.littleEndian32(at: 26) >> 8) + 1, frameCount: max(frames, 1))
        default: return nil
        }
    }

    /// BITMAPINFOHEADER, whose height is negative where rows go down; BITMAPCOREHEADER.
    private static func bmp(_ bytes: UnsafeRawBufferPointer) -> PictureHeader? {
        guard bytes.count >= 26 else { return nil }
        if bytes.littleEndian32(at: 14) == 12 {
            return PictureHeader(Int(bytes.littleEndian16(at: 18)), Int(bytes.littleEndian16(at: 20)))
        }
        let height = Int32(bitPattern: bytes.littleEndian32(at: 22))
        return PictureHeader(Int(Int32(bitPattern: bytes.littleEndian32(at: 18))), Int(height.magnitude))
    }
}
