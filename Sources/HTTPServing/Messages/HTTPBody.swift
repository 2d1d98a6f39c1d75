/// The content of a response.
public enum HTTPBody: Sendable {
    /// No content.
    case none
    /// Bytes in memory; responses share their storage.
    case bytes([UInt8])
    /// A part of a file, which the kernel sends straight from its cache.
    case file(FileBody)
    /// Several bodies one after the other.
    case sequence([HTTPBody])

    /// Length in bytes.
    public var count: Int {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .file(let file): Int(file.length)
        case .sequence(let parts): parts.reduce(0) { $0 + $1.count }
        }
    }
}
