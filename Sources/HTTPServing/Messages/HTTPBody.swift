/// The content of a response.
public enum HTTPBody: Sendable {
    /// No content.
    case none
    /// Bytes in memory; responses share their storage.
    case bytes([UInt8])
    /// A part of a file, which the kernel sends straight from its cache.
    case file(FileBody)
    /// Several bodies one after the other, none of them a stream.
    case sequence([HTTPBody])
    /// Content that is made while it is sent.
    case stream(HTTPBodyStream)

    /// Length in bytes; nil where it shows only at the end.
    public var length: Int? {
        switch self {
        case .none: return 0
        case .bytes(let bytes): return bytes.count
        case .file(let file): return Int(file.length)
        case .sequence(let parts):
            var sum = 0
            for part in parts {
                guard let length = part.length else { return nil }
                sum += length
            }
            return sum
        case .stream: return nil
        }
    }
}
