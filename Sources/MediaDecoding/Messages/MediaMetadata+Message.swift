import Platform

extension MediaMetadata {
    func encode(to writer: inout ByteWriter) {
        writer.write(contentType)
        writer.write(kind.rawValue)
        writer.write(fingerprint.high)
        writer.write(fingerprint.low)
        writer.write(pixelSize) {
            $0.write(Int32(clamping: $1.width))
            $0.write(Int32(clamping: $1.height))
        }
        writer.write(UInt8(orientation))
        writer.write(duration) { $0.write(Int64($1 / .microseconds(1))) }
        writer.write(captureDate) {
            $1.time.encode(to: &$0)
            $0.write($1.source)
        }
        writer.write(location) {
            $0.write($1.latitude)
            $0.write($1.longitude)
            $0.write($1.altitude) { $0.write($1) }
        }
        for text in [cameraMake, cameraModel, lens, title, caption, codec] { writer.write(text) }
        for text in [audioCodec, pixelFormat, contentIdentifier, burstIdentifier] { writer.write(text) }
        for number in [frameRate, captureRate, exposureTime] { writer.write(number) { $0.write($1) } }
        writer.write(motionVideo) {
            $0.write($1.lowerBound)
            $0.write($1.upperBound)
        }
        writer.write(UInt16(keywords.count))
        for keyword in keywords { writer.write(keyword) }
        writer.write(rating) { $0.write(Int8($1)) }
        writer.write(Int32(clamping: frameCount))
        writer.write(traits.rawValue)
        writer.write(details.block)
        writer.write(UInt16(evidence.count))
        for evidence in evidence {
            for text in [evidence.answer, evidence.source, evidence.value] { writer.write(text) }
            writer.write(evidence.outcome.rawValue)
        }
        writer.write(UInt16(problems.count))
        for problem in problems {
            writer.write(problem.code)
            writer.write(problem.detail)
        }
    }

    init(decoding reader: inout ByteReader) throws(ByteReader.Malformed) {
        let contentType = try reader.readText()
        let kind = try reader.readCase(Kind.self)
        let fingerprint = Fingerprint(high: try reader.read(), low: try reader.read())
        self.init(contentType: contentType, kind: kind, fingerprint: fingerprint)
        pixelSize = try reader.readOptional { reader throws(ByteReader.Malformed) in
            PixelSize(width: Int(try reader.read(Int32.self)), height: Int(try reader.read(Int32.self)))
        }
        orientation = Int(try reader.read(UInt8.self))
        guard (1...8).contains(orientation) else { throw ByteReader.Malformed() }
        duration = try reader.readOptional { reader throws(ByteReader.Malformed) in
            .microseconds(try reader.read(Int64.self))
        }
        captureDate = try reader.readOptional { reader throws(ByteReader.Malformed) in
            CaptureDate(time: try WallTime(decoding: &reader), source: try reader.readText())
        }
        location = try reader.readOptional { reader throws(ByteReader.Malformed) in
            let location = Location(
                latitude: try reader.readDouble(), longitude: try reader.readDouble(),
                altitude: try reader.readOptional { reader throws(ByteReader.Malformed) in try reader.readDouble() })
            guard let location else { throw ByteReader.Malformed() }
            return location
        }
        cameraMake = try reader.readOptionalText()
        cameraModel = try reader.readOptionalText()
        lens = try reader.readOptionalText()
        title = try reader.readOptionalText()
        caption = try reader.readOptionalText()
        codec = try reader.readOptionalText()
        audioCodec = try reader.readOptionalText()
        pixelFormat = try reader.readOptionalText()
        contentIdentifier = try reader.readOptionalText()
        burstIdentifier = try reader.readOptionalText()
        frameRate = try reader.readOptional { reader throws(ByteReader.Malformed) in try reader.readDouble() }
        captureRate = try reader.readOptional { reader throws(ByteReader.Malformed) in try reader.readDouble() }
        exposureTime = try reader.readOptional { reader throws(ByteReader.Malformed) in try reader.readDouble() }
        motionVideo = try reader.readOptional { reader throws(ByteReader.Malformed) in
            let (start, end) = (try reader.read(Int64.self), try reader.read(Int64.self))
            guard start >= 0, start < end else { throw ByteReader.Malformed() }
            return start..<end
        }
        for _ in 0..<(try reader.read(UInt16.self)) { keywords.append(try reader.readText()) }
        rating = try reader.readOptional { reader throws(ByteReader.Malformed) in Int(try reader.read(Int8.self)) }
        frameCount = Int(try reader.read(Int32.self))
        traits = Traits(rawValue: try reader.read())
        details = MediaDetails(block: try reader.readBlock())
        for _ in 0..<(try reader.read(UInt16.self)) {
            evidence.append(
                Evidence(
                    answer: try reader.readText(), source: try reader.readText(), value: try reader.readText(),
                    outcome: try reader.readCase()))
        }
        for _ in 0..<(try reader.read(UInt16.self)) {
            problems.append(Problem(code: try reader.readText(), detail: try reader.readText()))
        }
    }
}

extension WallTime {
    fileprivate func encode(to writer: inout ByteWriter) {
        writer.write(Int16(year))
        for part in [month, day, hour, minute, second] { writer.write(UInt8(part)) }
        writer.write(Int32(nanosecond))
        writer.write(offsetMinutes) { $0.write(Int16($1)) }
    }

    fileprivate init(decoding reader: inout ByteReader) throws(ByteReader.Malformed) {
        let year = Int(try reader.read(Int16.self))
        var parts: [Int] = []
        for _ in 0..<5 { parts.append(Int(try reader.read(UInt8.self))) }
        let nanosecond = Int(try reader.read(Int32.self))
        let offset = try reader.readOptional { reader throws(ByteReader.Malformed) in Int(try reader.read(Int16.self)) }
        guard
            let time = WallTime(
                year: year, month: parts[0], day: parts[1], hour: parts[2], minute: parts[3], second: parts[4],
                nanosecond: nanosecond, offsetMinutes: offset)
        else { throw ByteReader.Malformed() }
        self = time
    }
}
