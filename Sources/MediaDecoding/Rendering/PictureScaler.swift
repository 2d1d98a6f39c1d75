import CFFmpeg
import CVips
import Platform

/// Shrinks pictures of 8-bit RGB by libswscale, which takes a fourth of the time that libvips 8.14 takes.
struct PictureScaler: ~Copyable {
    /// The most pixels of a picture that is held in memory as a whole: 100 MB.
    private static let mostPixels = 1 << 25
    /// By how much a side is shrunk at most, and the shortest one to shrink to: libswscale 6.7 reads outside its memory where
    /// some hundred pixels become one.
    private static let mostShrink = 8, shortestSide = 16
    /// Rows that are decoded at once, and how often so many may wait to be scaled: enough to keep two cores busy, and few
    /// enough for a core's cache.
    private static let rowsAtOnce = 32, waiting = 3

    private let scaler: OpaquePointer
    private let size: PixelSize

    /// Makes a scaler of a picture into a box, or to cover it; nil where it is no larger, or too large, or shrunk too much.
    private init?(of whole: PixelSize, into box: PixelSize, fills: Bool) {
        let scale = Self.scale(of: whole, into: box, fills: fills)
        size = PixelSize(
            width: Int((Double(whole.width) * scale).rounded()), height: Int((Double(whole.height) * scale).rounded()))
        guard scale < 1, scale * Double(Self.mostShrink) > 1, min(size.width, size.height) >= Self.shortestSide,
            whole.width * whole.height <= Self.mostPixels,
            let scaler = cffmpeg_scaler_begin(
                CInt(whole.width), CInt(whole.height), CInt(size.width), CInt(size.height))
        else { return nil }
        self.scaler = scaler
    }

    deinit { cffmpeg_scaler_free(scaler) }

    /// Shrinks a JPEG; nil where it is of another kind or size, or damaged, which libvips has to look after.
    /// - Parameters:
    ///   - shrink: by how much it is shrunk while it is read.
    ///   - picture: the same JPEG, shrunk as much, of which nothing but the header is read.
    static func shrink(
        jpeg bytes: UnsafeRawBufferPointer, by shrink: Int, like picture: borrowing VipsPicture, into box: PixelSize,
        fills: Bool
    ) throws(DecodeFailure) -> VipsPicture? {
        guard cvips_is_rgb(picture.image) != 0, let decoder = JPEGDecoder(bytes, shrink: shrink),
            decoder.size == picture.size, let scaler = PictureScaler(of: decoder.size, into: box, fills: fills),
            scaler.takeAll(of: decoder)
        else { return nil }
        return try scaler.finish(like: picture)
    }

    /// Shrinks a picture whose rows come from top to bottom, by averages of whole pixels first where that is too much for
    /// libswscale; nil where it is of another kind or size, which libvips has to look after.
    static func shrink(
        _ picture: borrowing VipsPicture, into box: PixelSize, fills: Bool
    ) throws(DecodeFailure) -> VipsPicture? {
        guard cvips_is_rgb(picture.image) != 0 else { return nil }
        let excess = 1 / scale(of: picture.size, into: box, fills: fills) / Double(mostShrink)
        if excess >= 1 {
            guard excess < Double(mostShrink),
                let smaller = picture.applying({ cvips_shrink($0, CInt(excess) + 1, &$1) })
            else { return nil }
            return try shrink(smaller, into: box, fills: fills)
        }
        guard let scaler = PictureScaler(of: picture.size, into: box, fills: fills) else { return nil }
        // One computes the next rows while others are scaled; more would only wait for a loader that gives them in order.
        VipsPicture.useThreads(1)
        guard cvips_rows(picture.image, cffmpeg_scaler_add, UnsafeMutableRawPointer(scaler.scaler)) == 0 else {
            throw DecodeFailure(.damaged, VipsPicture.takeError())
        }
        return try scaler.finish(like: picture)
    }

    private static func scale(of whole: PixelSize, into box: PixelSize, fills: Bool) -> Double {
        let across = Double(box.width) / Double(whole.width), down = Double(box.height) / Double(whole.height)
        return fills ? max(across, down) : min(across, down)
    }

    /// Decodes a whole JPEG, and scales rows while the next ones are decoded; tells whether that went well.
    private func takeAll(of decoder: borrowing JPEGDecoder) -> Bool {
        let whole = decoder.size
        func rows(of piece: Int) -> Int { min(Self.rowsAtOnce, whole.height - piece * Self.rowsAtOnce) }
        let isDone = Pipeline.run(
            pieces: (whole.height + Self.rowsAtOnce - 1) / Self.rowsAtOnce, depth: Self.waiting,
            size: Self.rowsAtOnce * whole.width * 3
        ) { piece, pixels in
            decoder.read(rows(of: piece), into: pixels)
        } use: { [scaler] piece, pixels in
            cffmpeg_scaler_add(
                UnsafeMutableRawPointer(scaler), pixels, CInt(whole.width * 3), CInt(piece * Self.rowsAtOnce),
                CInt(rows(of: piece))) >= 0
        }
        return isDone && !decoder.isCutShort
    }

    /// All that was scaled, with the profile and the orientation of the picture that it was.
    private func finish(like picture: borrowing VipsPicture) throws(DecodeFailure) -> VipsPicture? {
        let scaled = UnsafeMutableRawPointer.allocate(byteCount: size.width * size.height * 3, alignment: 16)
        defer { scaled.deallocate() }
        guard cffmpeg_scaler_finish(scaler, scaled) == 0 else { throw DecodeFailure(.damaged, "it can't be scaled") }
        let size = size
        return picture.applying { cvips_replace($0, scaled, CInt(size.width), CInt(size.height), &$1) }
    }
}
