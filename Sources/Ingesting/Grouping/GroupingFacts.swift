import PhotoLibrary
import Platform

/// What grouping goes by of one file that was read.
struct GroupingFacts: Hashable, Sendable {
    let id: AssetID
    let folderID: FolderID
    let filename: FileName
    /// The name without its extension.
    let stem: FileName
    let mediaType: MediaType
    let isRaw: Bool
    let contentType: String?
    /// When it was taken, as far as the file itself says.
    let time: WallTime?
    let duration: Duration?
    /// Apple's content identifier.
    let contentIdentifier: String?
    /// The burst that the file itself says it is of.
    let burstIdentifier: String?
    let hasMotionVideo: Bool

    /// Says that a burst is known by names, in identifiers of bursts.
    fileprivate static let namedBurst = "name:"

    /// What is shown as the identifier of the burst; nil for what is of none.
    var shownBurst: String? {
        guard mediaType == .image else { return nil }
        return burstIdentifier ?? NamingTable.burst(of: stem).map { Self.namedBurst + $0 }
    }

    /// What other files would share with it that belong to it.
    var keys: [GroupingKey] {
        var keys = NamingTable.relatives(of: stem).map { GroupingKey.stem(folderID, $0) }
        if let contentIdentifier { keys.append(.contentIdentifier(contentIdentifier)) }
        if let shownBurst { keys.append(.burst(folderID, shownBurst)) }
        return keys
    }

}

extension GroupingFacts {
    /// Takes the facts of an asset; nil for one that was never read, or could not be.
    init?(_ asset: Asset) {
        let file = asset.primary
        guard file.state != .unreadable, file.fingerprint != nil, [.image, .video].contains(asset.mediaType) else {
            return nil
        }
        id = asset.id
        folderID = file.folderID
        filename = file.filename
        stem = file.filename.stem
        mediaType = asset.mediaType
        isRaw = asset.decodedSubtypes.contains(.raw)
        contentType = file.contentType
        time = asset.captureDate.flatMap { Self.isOfFile($0) ? $0.time : nil }
        duration = asset.duration
        contentIdentifier = asset.contentIdentifier
        burstIdentifier = asset.burstIdentifier.flatMap { $0.hasPrefix(Self.namedBurst) ? nil : $0 }
        hasMotionVideo = asset.motionVideo != nil
    }

    private static func isOfFile(_ date: CaptureDate) -> Bool { !date.source.hasPrefix("file:") }
}
