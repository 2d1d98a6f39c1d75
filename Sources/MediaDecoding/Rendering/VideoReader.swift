import CFFmpeg
import Platform

/// Reads frames of a video that is a file or a part of one.
struct VideoReader: ~Copyable {
    private let reader: OpaquePointer

    /// Opens a video.
    /// - Parameters:
    ///   - part: the bytes of the file that it is.
    ///   - demuxer: what FFmpeg reads it with, such as "mov".
    init(_ descriptor: FileDescriptor.Box, part: Range<Int64>, demuxer: String) throws(DecodeFailure) {
        var reader: OpaquePointer?
        let code = cffmpeg_reader_open(
            descriptor.descriptor.number, part.lowerBound, part.upperBound - part.lowerBound, demuxer,
            Int64(PictureRenderer.mostPixels), &reader)
        guard code == 0, let reader else { throw Self.failure(code) }
        self.reader = reader
    }

    deinit { cffmpeg_reader_close(reader) }

    /// Its length in microseconds; 0 where it does not say.
    var duration: Int64 { cffmpeg_duration(reader) }

    /// Decodes the frame that is shown at a time, and gives its pixels, which are gone after that.
    /// - Parameters:
    ///   - time: in microseconds; nil for the frame that stands for the video.
    ///   - tolerance: by less than so many microseconds another frame may be shown that is quicker to decode.
    func withFrame<Result>(
        at time: Int64?, tolerance: Int64 = 0, _ body: (cffmpeg_frame) throws(DecodeFailure) -> Result
    ) throws(DecodeFailure) -> Result {
        var frame = cffmpeg_frame()
        let code =
            if let time { cffmpeg_read_frame(reader, time, tolerance, &frame) } else {
                cffmpeg_read_poster(reader, &frame)
            }
        defer { cffmpeg_free(&frame) }
        guard code == 0 else { throw Self.failure(code) }
        return try body(frame)
    }

    private static func failure(_ code: CInt) -> DecodeFailure {
        switch code {
        case CInt(CFFMPEG_NO_VIDEO.rawValue): DecodeFailure(.unsupported, "no video track, so no picture")
        case CInt(CFFMPEG_TOO_LARGE.rawValue): DecodeFailure(.tooLarge, "more pixels than are decoded")
        default: DecodeFailure(.damaged, ContainerMetadata.describe(code))
        }
    }
}

extension cffmpeg_frame {
    /// Size in pixels, before it is turned.
    var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }
}
