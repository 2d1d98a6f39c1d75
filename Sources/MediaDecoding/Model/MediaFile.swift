public import Platform

/// One file to be decoded, opened only when its turn comes.
///
/// The descriptor goes to a decoder process, which never opens a path itself.
public struct MediaFile: Sendable {
    /// What log lines call the file.
    public let name: String
    /// About how many pixels it has; 0 where nobody knows.
    public let pixelCount: Int
    /// Opens the file to be read; called on a thread that may block, perhaps more than once.
    public let open: @Sendable () throws(SystemError) -> FileDescriptor

    /// Makes a file of its name for the log and what opens it.
    public init(name: String, pixelCount: Int = 0, open: @escaping @Sendable () throws(SystemError) -> FileDescriptor) {
        self.name = name
        self.pixelCount = pixelCount
        self.open = open
    }

    /// Makes a file of a picture of ours.
    public init(_ image: RenderedImage) {
        self.init(name: "thumbnail", pixelCount: image.pixelSize.width * image.pixelSize.height) {
            () throws(SystemError) in try FileDescriptor.inMemory(image.bytes)
        }
    }
}
