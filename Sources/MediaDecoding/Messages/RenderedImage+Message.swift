import Platform

extension RenderedImage {
    func encode(to writer: inout ByteWriter) {
        writer.write(format.rawValue)
        writer.write(Int32(clamping: pixelSize.width))
        writer.write(Int32(clamping: pixelSize.height))
        writer.write(UInt8(isPartial ? 1 : 0) | UInt8(isFlattened ? 2 : 0))
        writer.write(bytes)
        writer.write(placeholder ?? "")
    }

    init(decoding reader: inout ByteReader) throws(ByteReader.Malformed) {
        let format = try reader.readCase(RenderRequest.Format.self)
        let size = PixelSize(width: Int(try reader.read(Int32.self)), height: Int(try reader.read(Int32.self)))
        let flags = try reader.read(UInt8.self)
        let bytes = Array(try reader.readBlock())
        let placeholder = try reader.readText()
        self.init(
            bytes: bytes, format: format, pixelSize: size, isPartial: flags & 1 != 0,
            isFlattened: flags & 2 != 0,
            placeholder: placeholder.isEmpty ? nil : placeholder)
    }
}
