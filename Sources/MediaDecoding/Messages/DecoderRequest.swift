import Platform

/// What the pool asks of a decoder process; the files' descriptors travel beside it.
enum DecoderRequest: Equatable {
    /// Metadata of each descriptor; one answer for each, in their order.
    case metadata(count: Int)
    /// To be ready for pictures, without an answer.
    case preparation
    /// One picture of the only descriptor, made by so many threads.
    case render(RenderRequest, threads: Int)

    /// The longest request in bytes.
    static let limit = 64

    init(decoding bytes: [UInt8]) throws(ByteReader.Malformed) {
        var reader = ByteReader(bytes)
        switch try reader.read(UInt8.self) {
        case 0: self = .metadata(count: Int(try reader.read(UInt8.self)))
        case 3: self = .preparation
        case 2:
            let (format, turns) = (try reader.readCase(RenderRequest.Format.self), try reader.read(UInt8.self))
            guard turns < 4 else { throw ByteReader.Malformed() }
            self = .render(
                RenderRequest(copyOf: try Self.crop(&reader), turns: Int(turns), format: format),
                threads: Int(try reader.read(UInt8.self)))
        case 1:
            let size = PixelSize(width: Int(try reader.read(UInt16.self)), height: Int(try reader.read(UInt16.self)))
            self = .render(
                RenderRequest(
                    size: size, mode: try reader.readCase(), format: try reader.readCase(),
                    quality: Int(try reader.read(UInt8.self)), crop: try Self.crop(&reader),
                    time: try Self.time(&reader), sequence: try Self.sequence(&reader),
                    isWide: try reader.read(UInt8.self) != 0,
                    isDraft: try reader.read(UInt8.self) != 0), threads: Int(try reader.read(UInt8.self)))
        default: throw ByteReader.Malformed()
        }
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
    }

    var encoded: [UInt8] {
        var writer = ByteWriter(capacity: Self.limit)
        switch self {
        case .metadata(let count):
            writer.write(UInt8(0))
            writer.write(UInt8(count))
        case .preparation: writer.write(UInt8(3))
        case .render(let request, let threads) where request.isCopy:
            writer.write(UInt8(2))
            writer.write(request.format.rawValue)
            writer.write(UInt8(request.turns))
            Self.write(request.crop, to: &writer)
            writer.write(UInt8(clamping: threads))
        case .render(let request, let threads):
            writer.write(UInt8(1))
            writer.write(UInt16(request.size.width))
            writer.write(UInt16(request.size.height))
            writer.write(request.mode.rawValue)
            writer.write(request.format.rawValue)
            writer.write(UInt8(request.quality))
            Self.write(request.crop, to: &writer)
            writer.write(Int32(request.time ?? -1))
            writer.write(UInt8(request.sequence?.count ?? 0))
            writer.write(UInt8(request.sequence?.isAnimated == true ? 1 : 0))
            writer.write(UInt8(request.isWide ? 1 : 0))
            writer.write(UInt8(request.isDraft ? 1 : 0))
            writer.write(UInt8(clamping: threads))
        }
        return writer.bytes
    }

    private static func write(_ crop: CropArea?, to writer: inout ByteWriter) {
        for number in crop.map({ [$0.left, $0.top, $0.width, $0.height] }) ?? [0, 0, 0, 0] {
            writer.write(UInt16(number))
        }
    }

    private static func sequence(
        _ reader: inout ByteReader
    ) throws(ByteReader.Malformed) -> RenderRequest.FrameSequence? {
        let (count, isAnimated) = (Int(try reader.read(UInt8.self)), try reader.read(UInt8.self) != 0)
        return count == 0 ? nil : RenderRequest.FrameSequence(count: count, isAnimated: isAnimated)
    }

    private static func time(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> Int? {
        let time = try reader.read(Int32.self)
        return time < 0 ? nil : Int(time)
    }

    /// An area; nil where four zeros say that there is none.
    private static func crop(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> CropArea? {
        CropArea(
            left: Int(try reader.read(UInt16.self)), top: Int(try reader.read(UInt16.self)),
            width: Int(try reader.read(UInt16.self)), height: Int(try reader.read(UInt16.self)))
    }
}
