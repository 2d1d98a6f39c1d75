/// The video in the file of a motion photo (Google's Motion Photo 1.0 and MicroVideo, Samsung's trailer and `mpvd` box).
///
/// Where it is said to be, an MP4 must begin, or it is looked for; its end is where its boxes end. So a wrong length never
/// gives bytes that are no video.
enum MotionVideo {
    /// The type of the first box of an MP4.
    private static let firstBox = Array("ftyp".utf8)
    /// A first box lists some brands, of four bytes each.
    private static let longestFirstBox = 512
    /// Boxes of an MP4 at its top: fragments of a few seconds have some dozen.
    private static let mostBoxes = 1000

    /// Finds the video.
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - xmp: its XMP packet.
    static func find(in bytes: UnsafeRawBufferPointer, xmp: [UInt8], isHEIF: Bool) -> Range<Int64>? {
        let said = MotionXMP(xmp)
        let place = isHEIF ? samsungBox(bytes) : SamsungTrailer.motionVideo(in: bytes)
        if let place, let video = video(at: place, in: bytes) { return video }
        if let distance = said.distanceFromEnd, distance > 0, distance < bytes.count,
            let video = video(at: bytes.count - distance, in: bytes)
        {
            return video
        }
        // Only a file that says so is worth being read as a whole.
        return said.isMotionPhoto ? search(bytes) : nil
    }

    /// The first MP4 that is not the file itself.
    private static func search(_ bytes: UnsafeRawBufferPointer) -> Range<Int64>? {
        var start = 8
        while let place = bytes.place(of: firstBox, from: start) {
            if place > 4, let video = video(at: place - 4, in: bytes) { return video }
            start = place + 4
        }
        return nil
    }

    /// Where the content of the box `mpvd` at the top of the file begins.
    private static func samsungBox(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var place = 0
        for _ in 0..<mostBoxes {
            guard let box = box(at: place, in: bytes) else { return nil }
            if box.type == "mpvd" { return place + 8 }
            place += box.size
        }
        return nil
    }

    /// The MP4 that begins at a place; nil where there is none.
    private static func video(at start: Int, in bytes: UnsafeRawBufferPointer) -> Range<Int64>? {
        guard let first = box(at: start, in: bytes), first.type == "ftyp", first.size <= longestFirstBox else {
            return nil
        }
        var place = start
        var hasIndex = false
        for _ in 0..<mostBoxes {
            guard let box = box(at: place, in: bytes), isOfVideo(box.type) else { break }
            if box.type == "moov" { hasIndex = true }
            place += box.size
        }
        return hasIndex ? Int64(start)..<Int64(place) : nil
    }

    /// The boxes that MP4s have at their top (ISO/IEC 14496-12, table 1).
    private static func isOfVideo(_ type: String) -> Bool {
        ["ftyp", "moov", "mdat", "free", "skip", "wide", "moof", "mfra", "meta", "uuid", "udta", "sidx", "pdin"]
            .contains(type)
    }

    private static func box(at place: Int, in bytes: UnsafeRawBufferPointer) -> (type: String, size: Int)? {
        guard place >= 0, place <= bytes.count - 8 else { return nil }
        var size = Int(bytes.bigEndian32(at: place))
        if size == 1, place <= bytes.count - 16 {
            guard bytes.bigEndian32(at: place + 8) == 0 else { return nil }
            size = Int(bytes.bigEndian32(at: place + 12))
            guard size >= 16 else { return nil }
        }
        if size == 0 { size = bytes.count - place }
        guard size >= 8, size <= bytes.count - place else { return nil }
        return (bytes.text(at: place + 4, count: 4), size)
    }
}

extension UnsafeRawBufferPointer {
    /// Where `other` stands first, at `start` or behind.
    fileprivate func place(of other: [UInt8], from start: Int) -> Int? {
        guard let first = other.first, start >= 0 else { return nil }
        var place = start
        while place <= count - other.count {
            guard let next = self[place...(count - other.count)].firstIndex(of: first) else { return nil }
            if holds(other, at: next) { return next }
            place = next + 1
        }
        return nil
    }
}
