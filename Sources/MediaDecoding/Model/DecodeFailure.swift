/// Why a file has no metadata or no picture.
public struct DecodeFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure; the raw value is the stable word that clients see.
    public enum Code: String, Sendable, CaseIterable {
        /// The file has no bytes.
        case empty
        /// The content is no picture, video or sound.
        case notMedia
        /// The content is of a kind that is not decoded here, or has no picture, such as a sound.
        case unsupported
        /// The content starts as what it claims to be and can't be decoded.
        case damaged
        /// More pixels or bytes than the limits allow; refused before decoding.
        case tooLarge
        /// The decoder was ended at the file's deadline.
        case timedOut
        /// The decoder process died of the file, twice.
        case crashed
        /// The file could not be opened or read.
        case unreadable
        /// Too much work waits already; says nothing of the file.
        case overloaded
        /// The caller gave up, or the pool was stopped; says nothing of the file.
        case cancelled
    }

    /// What kind of failure.
    public let code: Code
    /// One line for a person.
    public let detail: String

    /// Makes a failure.
    public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// The code and the detail.
    public var description: String { "\(code.rawValue): \(detail)" }

    /// Whether the same content will fail again, so that the failure may be remembered.
    public var isLasting: Bool {
        switch code {
        case .unreadable, .overloaded, .cancelled: false
        default: true
        }
    }
}
