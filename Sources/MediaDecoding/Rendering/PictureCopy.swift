import CExiv
import Platform

/// Makes the metadata of a picture that stands for a file true: it is upright, has another size, and holds nothing but
/// itself.
enum PictureCopy {
    private struct Result {
        var bytes: [UInt8] = []
    }

    /// - Parameter source: the file that the picture was made of, where the picture lacks its metadata.
    static func correct(
        _ image: RenderedImage, source: UnsafeRawBufferPointer?
    ) throws(DecodeFailure) -> RenderedImage {
        var result = Result()
        let code = withUnsafeMutablePointer(to: &result) { result in
            cexiv_correct(
                image.bytes, image.bytes.count, source?.baseAddress, source?.count ?? 0,
                UInt32(image.pixelSize.width), UInt32(image.pixelSize.height),
                { context, bytes, count in
                    context?.assumingMemoryBound(to: Result.self).pointee.bytes = Array(
                        UnsafeBufferPointer(start: bytes, count: count))
                }, result)
        }
        guard code == 0, !result.bytes.isEmpty else {
            throw DecodeFailure(.damaged, "the metadata can't be written into the copy")
        }
        return RenderedImage(
            bytes: result.bytes, format: image.format, pixelSize: image.pixelSize, isPartial: image.isPartial,
            isFlattened: image.isFlattened)
    }
}
