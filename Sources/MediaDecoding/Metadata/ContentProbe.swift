/// Tells cheaply, without a decoder process, whether a file may be worth a decoder's time.
public enum ContentProbe {
    /// How many bytes from the start of a file are looked at.
    public static let length = 512

    /// Whether the first bytes of a file are those of a picture or a video, decoded here or not. No sound is.
    public static func isPictureOrVideo(_ head: [UInt8]) -> Bool {
        guard let format = head.withUnsafeBytes({ MediaFormat(head: $0) }) else { return false }
        if case .sidecar = format { return false }
        return !format.contentType.hasPrefix("audio/")
    }
}
