import Platform

/// What is special about an asset, and why.
extension Asset {
    /// Frames a second from which on a video can be shown slowly (PhotoKit's high frame rate begins at 120).
    private static let highFrameRate = 100.0
    /// How many times faster, or slower, than shown a camera must have taken frames for it to be meant.
    private static let meantRatio = 1.5
    /// Seconds from which on hands can't hold still.
    private static let longExposure = 1.0

    /// Subtypes that its group decides.
    private static let ofGroups: MediaSubtypes = [.livePhoto, .burst, .raw]

    /// Takes over all subtypes but those of its group from what its file says and from its name.
    public mutating func settleSubtypes() {
        var subtypes = decodedSubtypes.union(mediaSubtypes.intersection(Self.ofGroups))
        for (subtype, _) in MediaSubtypes.names where derivedEvidence(for: subtype) != nil { subtypes.insert(subtype) }
        mediaSubtypes = subtypes
    }

    /// Why the asset has a subtype, for a person; nil where it has it not.
    public func evidence(for subtype: MediaSubtypes) -> String? {
        guard mediaSubtypes.contains(subtype) else { return nil }
        if decodedSubtypes.contains(subtype) { return Self.decodedEvidence(for: subtype) }
        return derivedEvidence(for: subtype) ?? groupEvidence(for: subtype)
    }

    /// What the decoder goes by.
    private static func decodedEvidence(for subtype: MediaSubtypes) -> String {
        switch subtype {
        case .panorama: "XMP GPano:ProjectionType, or the long side is 1,000 pixels or more and twice the short one"
        case .hdr: "a gain map, PQ or HLG"
        case .screenshot: "EXIF or XMP UserComment is Screenshot"
        case .animated: "more than one frame"
        case .raw: "the file holds a sensor's own data"
        case .depthEffect: "a map of distances, or EXIF CustomRendered says portrait"
        case .screenRecording: "QuickTime author is ReplayKitRecording"
        default: "the file says so"
        }
    }

    /// What names and facts say beyond.
    private func derivedEvidence(for subtype: MediaSubtypes) -> String? {
        switch (subtype, mediaType) {
        case (.screenshot, .image): named(SubtypeNames.screenshots)
        case (.screenRecording, .video): named(SubtypeNames.screenRecordings)
        case (.selfPortrait, .image), (.selfPortrait, .video): frontLens
        case (.depthEffect, .image): named(SubtypeNames.portraits)
        case (.longExposure, .image): exposure ?? named(SubtypeNames.longExposures)
        case (.highFrameRate, .video): slowMotion
        case (.timelapse, .video): fastMotion ?? named(SubtypeNames.timelapses)
        default: nil
        }
    }

    private func groupEvidence(for subtype: MediaSubtypes) -> String? {
        if subtype == .livePhoto, motionVideo != nil { return "the file holds a video" }
        let kinds: [MediaSubtypes: Resource.Kind] = [
            .livePhoto: .pairedVideo, .burst: .burstPhoto, .raw: .alternatePhoto,
        ]
        return members.first { $0.resource.kind == kinds[subtype] }.map {
            "\($0.resource.filename) belongs to it by \($0.membership.rule.rawValue): \($0.membership.evidence)"
        }
    }

    private func named(_ patterns: [NamePattern]) -> String? {
        SubtypeNames.match(patterns, primary.filename.stem) ? "by its name \(primary.filename)" : nil
    }

    private var frontLens: String? {
        guard let lens = camera.lens, lens.lowercased().split(separator: " ").contains("front") else { return nil }
        return "the lens is \(lens)"
    }

    private var exposure: String? {
        exposureTime.flatMap { $0 >= Self.longExposure ? "exposed for \($0) s" : nil }
    }

    private var slowMotion: String? {
        guard let shown = video?.frameRate else { return nil }
        if let taken = video?.captureRate, taken >= shown * Self.meantRatio {
            return "taken at \(taken) frames a second, shown at \(shown)"
        }
        return shown >= Self.highFrameRate ? "\(shown) frames a second" : nil
    }

    private var fastMotion: String? {
        guard let shown = video?.frameRate, let taken = video?.captureRate, taken * Self.meantRatio <= shown else {
            return nil
        }
        return "taken at \(taken) frames a second, shown at \(shown)"
    }
}
