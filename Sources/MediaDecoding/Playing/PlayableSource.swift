import Platform

/// A video that is to be made playable.
public struct PlayableSource: Sendable {
    /// Text that changes with the content.
    public var contentTag: String
    /// The file that holds it.
    public var file: MediaFile
    /// Which bytes of the file it is; nil for all of them.
    public var part: Range<Int64>?
    /// Its length, for the progress.
    public var duration: Duration?
    /// Whether it shows more light than a common screen, which must be mapped.
    public var isHDR: Bool
    /// What is to be done.
    public var conversion: Playability.Conversion

    /// Makes a source.
    public init(
        contentTag: String, file: MediaFile, part: Range<Int64>?, duration: Duration?, isHDR: Bool,
        conversion: Playability.Conversion
    ) {
        self.contentTag = contentTag
        self.file = file
        self.part = part
        self.duration = duration
        self.isHDR = isHDR
        self.conversion = conversion
    }

    /// The name of the file that it becomes. Changes whenever the same source gives other bytes than before.
    var filename: FileName {
        let text = "\(Self.converterVersion) \(part?.lowerBound ?? 0) \(conversion) \(isHDR) \(contentTag)"
        let digest = Array(text.utf8).withUnsafeBytes { Fingerprint.compute($0) }
        return FileName(digest.hexadecimal + ".mp4")
    }

    private static let converterVersion = 1
}
