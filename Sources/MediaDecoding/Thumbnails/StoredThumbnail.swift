import CXXHash
import Platform

/// A thumbnail as it stands in its file.
///
/// Eight bytes of signature, format (1), whether it is flattened (1), width and height (4 each), XXH3-64 of the picture (8), its length (4), the
/// encoded picture; integers little-endian. The digest tells a whole file from what a full disk or a power cut left.
enum StoredThumbnail {
    private static let signature = Array("CSTHUMB2".utf8)
    private static let headSize = 30
    /// The longest file that is read: no picture in the store is longer.
    static let longest = DecoderAnswer.pictureLimit

    static func encode(_ image: RenderedImage) -> [UInt8] {
        var writer = ByteWriter(capacity: headSize + image.bytes.count)
        for byte in signature { writer.write(byte) }
        writer.write(image.format.rawValue)
        writer.write(UInt8(image.isFlattened ? 1 : 0))
        writer.write(Int32(clamping: image.pixelSize.width))
        writer.write(Int32(clamping: image.pixelSize.height))
        writer.write(digest(image.bytes))
        writer.write(image.bytes)
        return writer.bytes
    }

    /// Reads a file's bytes; nil where they are not whole.
    static func decode(_ bytes: [UInt8]) -> RenderedImage? {
        guard bytes.starts(with: signature) else { return nil }
        var reader = ByteReader(bytes)
        do throws(ByteReader.Malformed) {
            _ = try reader.read(UInt64.self)
            let format = try reader.readCase(RenderRequest.Format.self)
            let isFlattened = try reader.read(UInt8.self) != 0
            let size = PixelSize(width: Int(try reader.read(Int32.self)), height: Int(try reader.read(Int32.self)))
            let expected = try reader.read(UInt64.self)
            let picture = Array(try reader.readBlock())
            guard reader.isAtEnd, digest(picture) == expected else { return nil }
            return RenderedImage(bytes: picture, format: format, pixelSize: size, isFlattened: isFlattened)
        } catch {
            return nil
        }
    }

    private static func digest(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { XXH3_64bits($0.baseAddress, $0.count) }
    }
}
