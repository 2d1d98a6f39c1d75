public import Platform

/// The message that tells an address of the caller's how a selection ended, and how far it has come.
public struct SelectionDelivery: Sendable, Hashable, Identifiable {
    /// What has become of the message.
    public enum State: Int, Sendable {
        case pending, delivered, failed
    }

    /// The selection, which ends but once; it may be forgotten before the message.
    public let id: SelectionID
    /// Where the message goes.
    public let url: String
    /// What it is signed with.
    public let secret: [UInt8]
    /// The message.
    public let body: [UInt8]
    /// When the selection ended.
    public let createdDate: Timestamp
    /// What has become of it.
    public var state: State
    /// How often it was sent.
    public var attemptCount: Int
    /// When it was sent last; nil before the first time.
    public var lastAttemptDate: Timestamp?
    /// When it is sent next; nil where it is not sent again.
    public var nextAttemptDate: Timestamp?
    /// The status of the last answer (RFC 9110, section 15); nil where none came.
    public var lastStatus: Int?
    /// What went wrong the last time.
    public var lastFailure: String?

    /// Makes a message that is to be sent at once.
    public init(id: SelectionID, url: String, secret: [UInt8], body: [UInt8], createdDate: Timestamp) {
        self.id = id
        self.url = url
        self.secret = secret
        self.body = body
        self.createdDate = createdDate
        state = .pending
        attemptCount = 0
        nextAttemptDate = createdDate
    }
}
