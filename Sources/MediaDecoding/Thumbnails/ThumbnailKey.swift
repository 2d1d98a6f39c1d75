import Platform

/// Names one thumbnail: the content it shows and how it was asked for.
public struct ThumbnailKey: Hashable, Sendable {
    /// Changes whenever the same request gives other bytes than before, so that thumbnails of older programs are not
    /// taken for ours.
    private static let encoderVersion = 6

    /// Text that changes with the content, such as the fingerprint in hexadecimal.
    public let contentTag: String
    /// Size, mode, format and quality.
    public let request: RenderRequest

    /// Makes a key.
    public init(contentTag: String, request: RenderRequest) {
        self.contentTag = contentTag
        self.request = request
    }

    /// What fails together: a copy can take too long where a thumbnail does not, and of what stands still there is a
    /// thumbnail, but no other frame.
    var failureTag: String {
        if request.isCopy { return contentTag + "-copy" }
        return request.isMoving ? contentTag + "-moving" : contentTag
    }

    /// The digest that names the thumbnail's file.
    var digest: Fingerprint {
        var numbers = [
            request.size.width, request.size.height, Int(request.mode.rawValue), Int(request.format.rawValue),
            request.quality, Self.encoderVersion,
        ]
        if let crop = request.crop { numbers += [crop.left, crop.top, crop.width, crop.height] }
        if request.isDraft { numbers.append(1) }
        if let time = request.time { numbers += [3, time] }
        if let sequence = request.sequence { numbers += [5, sequence.count, sequence.isAnimated ? 1 : 0] }
        if request.isWide { numbers.append(4) }
        if request.isCopy { numbers += [2, request.turns] }
        // The numbers come first: whatever the tag holds, no two keys give one text.
        let text = numbers.map { String($0) }.joined(separator: " ") + " " + contentTag
        return Array(text.utf8).withUnsafeBytes { Fingerprint.compute($0) }
    }
}
