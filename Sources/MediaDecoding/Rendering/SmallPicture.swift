import Platform

/// A picture of few pixels, three bytes each. What libvips does before it looks at the first pixel takes longer than all
/// that is done with such a one.
struct SmallPicture {
    /// The most pixels: those of cameras' small pictures are fewer by far, and what claims more has a reason.
    static let mostPixels = 1 << 18

    let pixels: [UInt8]
    let size: PixelSize

    init(pixels: [UInt8], size: PixelSize) {
        self.pixels = pixels
        self.size = size
    }

    /// Decodes a JPEG, shrunk by 1, 2, 4 or 8 as it is read; nil where that is not to be had in red, green and blue.
    init?(jpeg bytes: UnsafeRawBufferPointer, shrink: Int) {
        guard let decoder = JPEGDecoder(bytes, shrink: shrink) else { return nil }
        let size = decoder.size
        guard size.width * size.height <= Self.mostPixels else { return nil }
        let pixels = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 3) { buffer, count in
            // Damage may leave something to see.
            let isRead = buffer.baseAddress.map { decoder.read(size.height, into: $0) } ?? false
            count = isRead ? size.width * size.height * 3 : 0
        }
        guard !pixels.isEmpty else { return nil }
        self.init(pixels: pixels, size: size)
    }

    /// The part in the middle.
    func middle(_ part: PixelSize) -> SmallPicture {
        if part == size { return self }
        let (left, top) = ((size.width - part.width) / 2, (size.height - part.height) / 2)
        return picture(of: part) { x, y in (left + x, top + y) }
    }

    /// Turned and mirrored as an Exif orientation of 1 to 8 says (tag 274).
    func upright(_ orientation: Int) -> SmallPicture {
        guard (2...8).contains(orientation) else { return self }
        let (right, bottom) = (size.width - 1, size.height - 1)
        let shown = orientation > 4 ? PixelSize(width: size.height, height: size.width) : size
        return picture(of: shown) { x, y in
            switch orientation {
            case 2: (right - x, y)
            case 3: (right - x, bottom - y)
            case 4: (x, bottom - y)
            case 5: (y, x)
            case 6: (y, bottom - x)
            case 7: (right - y, bottom - x)
            default: (right - y, x)
            }
        }
    }

    private func picture(of size: PixelSize, _ place: (Int, Int) -> (x: Int, y: Int)) -> SmallPicture {
        var result: [UInt8] = []
        result.reserveCapacity(size.width * size.height * 3)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let from = place(x, y)
                let start = (from.y * self.size.width + from.x) * 3
                result += pixels[start..<(start + 3)]
            }
        }
        return SmallPicture(pixels: result, size: size)
    }
}
