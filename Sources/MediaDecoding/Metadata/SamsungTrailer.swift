/// What Samsung's cameras put behind the end of a JPEG: blocks, then a directory of them (`SEFH`), then the directory's length
/// and `SEFT`. Numbers are little-endian.
enum SamsungTrailer {
    private static let end = Array("SEFT".utf8)
    private static let start = Array("SEFH".utf8)
    private static let motionName = Array("MotionPhoto_Data".utf8)
    /// The kind of the block that holds the video of a motion photo.
    private static let motionKind: UInt16 = 0x0A30
    /// Cameras write about ten.
    private static let mostBlocks = 200

    /// Where the video of a motion photo is said to begin; nil where there is no such trailer.
    static func motionVideo(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= 20, bytes.holds(end, at: bytes.count - 4) else { return nil }
        let directory = bytes.count - 8 - Int(bytes.littleEndian32(at: bytes.count - 8))
        guard directory >= 0, directory <= bytes.count - 20, bytes.holds(start, at: directory) else { return nil }
        let count = min(Int(bytes.littleEndian32(at: directory + 8)), mostBlocks)
        for place in 0..<count {
            let entry = directory + 12 + 12 * place
            guard entry + 12 <= bytes.count else { return nil }
            guard bytes.littleEndian16(at: entry + 2) == motionKind else { continue }
            // The block begins so far before the directory: kind, length of its name, its name, its content.
            let block = directory - Int(bytes.littleEndian32(at: entry + 4))
            return bytes.holds(motionName, at: block + 8) ? block + 8 + motionName.count : nil
        }
        return nil
    }
}
