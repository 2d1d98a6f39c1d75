import Platform

/// The answers of a decoder process: metadata or a picture, or why there is none.
enum DecoderAnswer {
    /// The longest answer about metadata in bytes: `MetadataReader` cuts texts so that all of them fit.
    static let metadataLimit = 256 * 1024
    /// The longest answer with a picture in bytes: a PNG of 16 megapixels that does not compress.
    static let pictureLimit = 64 << 20

    static func encode<Value>(
        _ result: Result<Value, DecodeFailure>, _ body: (inout ByteWriter, Value) -> Void
    ) -> [UInt8] {
        var writer = ByteWriter()
        switch result {
        case .success(let value):
            writer.write(UInt8(0))
            body(&writer, value)
        case .failure(let failure):
            writer.write(UInt8(1))
            writer.write(failure.code.rawValue)
            writer.write(failure.detail)
        }
        return writer.bytes
    }

    static func decode<Value>(
        _ bytes: [UInt8], _ body: (inout ByteReader) throws(ByteReader.Malformed) -> Value
    ) throws(ByteReader.Malformed) -> Result<Value, DecodeFailure> {
        var reader = ByteReader(bytes)
        let result: Result<Value, DecodeFailure>
        switch try reader.read(UInt8.self) {
        case 0: result = .success(try body(&reader))
        case 1:
            guard let code = DecodeFailure.Code(rawValue: try reader.readText()) else { throw ByteReader.Malformed() }
            result = .failure(DecodeFailure(code, try reader.readText()))
        default: throw ByteReader.Malformed()
        }
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        return result
    }
}
