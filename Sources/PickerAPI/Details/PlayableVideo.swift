import MediaDecoding
import PhotoLibrary
import Platform

/// The video of an asset, as browsers are given it.
struct PlayableVideo: Sendable {
    /// The file, or the part of one, that holds it.
    let resource: ServedResource
    /// What is known of its tracks; nil where they were not looked at.
    let tracks: VideoTrack?
    /// Its length.
    let duration: Duration?
    /// Whether it shows more light than a common screen.
    let isHDR: Bool
    /// Whether browsers play it as it is.
    let playability: Playability

    init(_ resource: ServedResource, tracks: VideoTrack?, duration: Duration?, isHDR: Bool) {
        self.resource = resource
        self.tracks = tracks
        self.duration = duration
        self.isHDR = isHDR
        playability = Playability(
            contentType: resource.contentType ?? "", videoCodec: tracks?.codec, audioCodec: tracks?.audioCodec,
            pixelFormat: tracks?.pixelFormat)
    }

    /// What has to be made of it; nil for what browsers play as it is.
    func source(_ services: Services) -> PlayableSource? {
        guard let conversion = playability.conversion else { return nil }
        let file = resource.file
        return PlayableSource(
            contentTag: file.contentTag,
            file: MediaFile(name: file.filename.description) { () throws(SystemError) in
                try services.openFile(file.folderID, file.filename)
            }, part: resource.part, duration: duration, isHDR: isHDR, conversion: conversion)
    }
}

extension Asset {
    /// The asset's video: its edited form where there is one, the video of a live photo; nil where there is none that was
    /// read.
    var playableVideo: PlayableVideo? {
        let served = servedResources
        if mediaType == .video {
            let edited = members.first { $0.resource.id == shown.id }
            guard let tracks = edited.map(\.video) ?? video,
                let resource = served.first(where: { $0.file.id == shown.id })
            else { return nil }
            return PlayableVideo(
                resource, tracks: tracks, duration: edited.map(\.duration) ?? duration,
                isHDR: mediaSubtypes.contains(.hdr))
        }
        guard let resource = served.first(where: { $0.kind == .pairedVideo }) else { return nil }
        let member = members.first { $0.resource.id == resource.file.id }
        return PlayableVideo(
            resource, tracks: member.map(\.video) ?? video, duration: member?.duration, isHDR: false)
    }
}
