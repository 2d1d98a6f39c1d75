public import Platform

/// What a request's conditions say of the representation that there is (RFC 9110 section 13.2.2).
public enum Precondition: Sendable, Equatable {
    /// Do what the method asks.
    case proceed
    /// Answer 304: the client has it already.
    case notModified
    /// Answer 412: the representation is not the one that the client thinks.
    case failed
}

extension HTTPRequest {
    /// Whether there is any condition to evaluate.
    var hasConditions: Bool {
        fields.firstValue(of: "if-none-match") != nil || fields.firstValue(of: "if-modified-since") != nil
            || fields.firstValue(of: "if-match") != nil || fields.firstValue(of: "if-unmodified-since") != nil
    }

    /// Evaluates the request's conditions in the order of RFC 9110 section 13.2.2.
    /// - Parameters:
    ///   - etag: tag of the present representation.
    ///   - lastModified: when it last changed; compared in whole seconds.
    ///   - exists: whether there is a representation at all, which is what `*` asks for.
    public func precondition(
        etag: EntityTag?, lastModified: Timestamp? = nil, exists: Bool = true
    ) -> Precondition {
        if let list = EntityTagList(fields.values(of: "If-Match")) {
            if !Self.matches(list, etag, exists, { $0.strongly(matches: $1) }) { return .failed }
        } else if let date = fields["If-Unmodified-Since"].flatMap(HTTPDate.parse), let lastModified,
            lastModified.seconds > date.seconds
        {
            return .failed
        }
        if let list = EntityTagList(fields.values(of: "If-None-Match")) {
            if Self.matches(list, etag, exists, { $0.weakly(matches: $1) }) {
                return method.isRetrieval ? .notModified : .failed
            }
        } else if method.isRetrieval, let date = fields["If-Modified-Since"].flatMap(HTTPDate.parse), let lastModified,
            lastModified.seconds <= date.seconds
        {
            return .notModified
        }
        return .proceed
    }

    private static func matches(
        _ list: EntityTagList, _ etag: EntityTag?, _ exists: Bool, _ compare: (EntityTag, EntityTag) -> Bool
    ) -> Bool {
        guard exists else { return false }
        if list == .any { return true }
        guard let etag else { return false }
        return list.contains { compare($0, etag) }
    }
}
