import MediaDecoding
import PhotoLibrary
import Platform

extension Asset {
    /// Takes over what its main file says of itself.
    mutating func apply(_ facts: MediaMetadata, stamp: FileStamp) {
        mediaType =
            switch facts.kind {
            case .image: .image
            case .video: .video
            case .audio: .audio
            case .sidecar: .unknown
            }
        decodedSubtypes = MediaSubtypes(facts.traits)
        pixelSize = facts.pixelSize
        duration = facts.duration
        details = facts.details
        readerVersion = MediaMetadata.readerVersion
        location = facts.location.map {
            Location(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude)
        }
        camera = Camera(make: facts.cameraMake, model: facts.cameraModel, lens: facts.lens)
        title = facts.title
        caption = facts.caption
        keywords = facts.keywords
        rating = facts.rating
        burstIdentifier = facts.burstIdentifier
        contentIdentifier = facts.contentIdentifier
        motionVideo = facts.motionVideo
        exposureTime = facts.exposureTime
        video = facts.kind == .video || facts.motionVideo != nil ? VideoTrack(facts) : nil
        resources[0].kind = facts.kind == .image ? .photo : .video
        resources[0].stamp = stamp
        resources[0].contentType = facts.contentType
        resources[0].fingerprint = facts.fingerprint
        resources[0].state = .ready
        resources[0].problems = facts.problems.map { Problem(code: $0.code, detail: $0.detail) }
        if let date = facts.captureDate {
            captureDate = CaptureDate(time: date.time, source: date.source)
        } else {
            takeDateOfFile()
        }
        settleSubtypes()
    }

    /// Notes why its main file, which did not change since it was read, could not be read again. What is known of it
    /// stays.
    mutating func note(_ failure: DecodeFailure) {
        readerVersion = MediaMetadata.readerVersion
        let problem = Problem(code: failure.code.rawValue, detail: failure.detail)
        resources[0].problems = resources[0].problems.filter { $0.code != problem.code } + [problem]
    }

    /// Notes why its main file could not be read. What is shown of it is only what the directory says.
    mutating func apply(_ failure: DecodeFailure, stamp: FileStamp, fingerprint: Fingerprint?) {
        decodedSubtypes = []
        pixelSize = nil
        duration = nil
        details = MediaDetails()
        readerVersion = MediaMetadata.readerVersion
        location = nil
        camera = Camera()
        burstIdentifier = nil
        contentIdentifier = nil
        motionVideo = nil
        exposureTime = nil
        video = nil
        resources[0].stamp = stamp
        resources[0].contentType = nil
        resources[0].fingerprint = fingerprint
        resources[0].state = .unreadable
        resources[0].problems = [Problem(code: failure.code.rawValue, detail: failure.detail)]
        takeDateOfFile()
        settleSubtypes()
    }
}

extension VideoTrack {
    fileprivate init(_ facts: MediaMetadata) {
        self.init(
            codec: facts.codec, audioCodec: facts.audioCodec, pixelFormat: facts.pixelFormat,
            frameRate: facts.frameRate, captureRate: facts.captureRate)
    }
}

extension MediaSubtypes {
    /// What a file's own content decides.
    fileprivate init(_ traits: MediaMetadata.Traits) {
        self = []
        let pairs: [(MediaMetadata.Traits, MediaSubtypes)] = [
            (.animated, .animated), (.raw, .raw), (.panorama, .panorama), (.hdr, .hdr), (.screenshot, .screenshot),
            (.depthEffect, .depthEffect), (.screenRecording, .screenRecording),
        ]
        for (trait, subtype) in pairs where traits.contains(trait) { insert(subtype) }
    }
}
