import Platform

/// Assets and their resources as rows: every column is written and read here, in the order of `columns`.
enum AssetRows {
    /// The columns of `assets` that hold an asset.
    static let columns = """
        id, folder, mediaType, mediaSubtypes, width, height, duration, takenSeconds, takenNanosecond, takenOffset, \
        takenSource, added, latitude, longitude, altitude, make, model, lens, isFavorite, isHidden, rating, title, \
        caption, keywords, burst, contentIdentifier, motionStart, motionEnd, videoCodec, audioCodec, pixelFormat, \
        frameRate, captureRate, exposureTime, decodedSubtypes, details, readerVersion
        """

    /// Writes an asset and its resources in place of what is there under its id.
    /// - Parameter removed: when it was removed, for a tombstone.
    static func put(
        _ asset: Asset, revision: Version, removed: Timestamp? = nil, in connection: SQLiteConnection
    ) throws {
        let statement = try connection.statement(putSQL)
        statement.bind(asset.id.rawValue)
        statement.bind(asset.folderID.rawValue)
        statement.bind(asset.mediaType.rawValue)
        statement.bind(asset.mediaSubtypes.rawValue)
        statement.bind(asset.pixelSize?.width)
        statement.bind(asset.pixelSize?.height)
        statement.bind(asset.duration?.nanoseconds)
        statement.bind(asset.captureDate?.time.wallSeconds)
        statement.bind(asset.captureDate?.time.nanosecond)
        statement.bind(asset.captureDate?.time.offsetMinutes)
        statement.bind(asset.captureDate?.source)
        statement.bind(asset.addedDate.nanoseconds)
        statement.bind(asset.location?.latitude)
        statement.bind(asset.location?.longitude)
        statement.bind(asset.location?.altitude)
        statement.bind(asset.camera.make)
        statement.bind(asset.camera.model)
        statement.bind(asset.camera.lens)
        statement.bind(asset.isFavorite)
        statement.bind(asset.isHidden)
        statement.bind(asset.rating)
        statement.bind(asset.title)
        statement.bind(asset.caption)
        statement.bind(TextList.encode(asset.keywords))
        statement.bind(asset.burstIdentifier)
        statement.bind(asset.contentIdentifier)
        statement.bind(asset.motionVideo?.lowerBound)
        statement.bind(asset.motionVideo?.upperBound)
        bind(asset.video, to: statement)
        statement.bind(asset.exposureTime)
        statement.bind(asset.decodedSubtypes.rawValue)
        statement.bind(asset.details == MediaDetails() ? nil : asset.details.block)
        statement.bind(asset.readerVersion)
        statement.bind(revision)
        statement.bind(removed?.nanoseconds)
        try statement.run()
    }

    private static let putSQL = """
        INSERT OR REPLACE INTO assets (\(columns), revision, removed)
        VALUES (\(Array(repeating: "?", count: 39).joined(separator: ", ")))
        """

    private static func bind(_ video: VideoTrack?, to statement: SQLiteStatement) {
        statement.bind(video.map { $0.codec ?? "" })
        statement.bind(video?.audioCodec)
        statement.bind(video?.pixelFormat)
        statement.bind(video?.frameRate)
        statement.bind(video?.captureRate)
    }

    /// Reads an asset from a row of `columns`.
    static func read(_ row: SQLiteStatement, resources: (AssetID) throws -> [Resource]) throws -> Asset? {
        let id = AssetID(rawValue: row.int64())
        let folder = FolderID(rawValue: row.int64())
        let mediaType = MediaType(rawValue: row.int()) ?? .unknown
        let subtypes = MediaSubtypes(rawValue: row.int64())
        let width = row.intOrNil()
        let height = row.intOrNil()
        let duration = row.int64OrNil()
        let captureDate = readCaptureDate(row)
        let added = Timestamp(nanoseconds: row.int64())
        let location = readLocation(row)
        let camera = Camera(make: row.textOrNil(), model: row.textOrNil(), lens: row.textOrNil())
        let isFavorite = row.bool()
        let isHidden = row.bool()
        let rating = row.intOrNil()
        let title = row.textOrNil()
        let caption = row.textOrNil()
        let keywords = TextList.decode(row.bytes())
        let burst = row.textOrNil()
        let contentIdentifier = row.textOrNil()
        let motionVideo = readMotionVideo(row)
        let video = readVideo(row)
        let exposureTime = row.doubleOrNil()
        let decodedSubtypes = MediaSubtypes(rawValue: row.int64())
        let details = MediaDetails(block: row.bytes())
        let readerVersion = row.int()
        let resources = try resources(id)
        guard let main = resources.first else { return nil }
        var asset = Asset(id: id, mediaType: mediaType, addedDate: added, resource: main)
        asset.resources = resources
        asset.folderID = folder
        asset.mediaSubtypes = subtypes
        if let width, let height { asset.pixelSize = PixelSize(width: width, height: height) }
        asset.duration = duration.map { .nanoseconds($0) }
        asset.captureDate = captureDate
        asset.location = location
        asset.camera = camera
        asset.isFavorite = isFavorite
        asset.isHidden = isHidden
        asset.rating = rating
        asset.title = title
        asset.caption = caption
        asset.keywords = keywords
        asset.burstIdentifier = burst
        asset.contentIdentifier = contentIdentifier
        asset.motionVideo = motionVideo
        asset.video = video
        asset.exposureTime = exposureTime
        asset.decodedSubtypes = decodedSubtypes
        asset.details = details
        asset.readerVersion = readerVersion
        return asset
    }

    private static func readCaptureDate(_ row: SQLiteStatement) -> CaptureDate? {
        let seconds = row.int64()
        let nanosecond = row.int()
        let offset = row.intOrNil()
        guard let source = row.textOrNil(),
            let time = WallTime(wallSeconds: seconds, nanosecond: nanosecond, offsetMinutes: offset)
        else { return nil }
        return CaptureDate(time: time, source: source)
    }

    private static func readMotionVideo(_ row: SQLiteStatement) -> Range<Int64>? {
        let start = row.int64OrNil()
        let end = row.int64OrNil()
        guard let start, let end, 0 <= start, start < end else { return nil }
        return start..<end
    }

    private static func readVideo(_ row: SQLiteStatement) -> VideoTrack? {
        let codec = row.textOrNil()
        let audioCodec = row.textOrNil()
        let pixelFormat = row.textOrNil()
        let frameRate = row.doubleOrNil()
        let captureRate = row.doubleOrNil()
        guard let codec else { return nil }
        return VideoTrack(
            codec: codec.isEmpty ? nil : codec, audioCodec: audioCodec, pixelFormat: pixelFormat, frameRate: frameRate,
            captureRate: captureRate)
    }

    private static func readLocation(_ row: SQLiteStatement) -> Location? {
        let latitude = row.doubleOrNil()
        let longitude = row.doubleOrNil()
        let altitude = row.doubleOrNil()
        guard let latitude, let longitude else { return nil }
        return Location(latitude: latitude, longitude: longitude, altitude: altitude)
    }
}

extension Duration {
    /// Whole nanoseconds, held within 64 bits.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || carry ? (seconds < 0 ? .min : .max) : sum
    }
}
