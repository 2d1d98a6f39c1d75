public import Platform

/// Signs paths, so that whoever has the URL may get what is there, until it expires, and nothing else.
///
/// The URL has the parameters `expires`, seconds since 1970, and `signature`, the HMAC-SHA256 of the path, of the other
/// parameters and of `expires`, in hexadecimal.
public struct URLSigner: Sendable {
    /// Expiries are rounded up to this, so that a URL stays the same for a day and can be cached.
    static let roundingSeconds: Int64 = 24 * 60 * 60

    private let key: [UInt8]
    private let now: @Sendable () -> Timestamp

    /// Makes a signer.
    /// - Parameter key: 32 random bytes, kept for as long as URLs have to hold.
    public init(key: [UInt8], now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.key = key
        self.now = now
    }

    /// The signed form of `target`, a path as it stands in a URL, with parameters or without.
    /// - Parameter lifetime: how long it holds at least; up to a day more.
    public func sign(_ target: String, for lifetime: Duration) -> String {
        let least = now().seconds + lifetime.components.seconds
        let expires = (least / Self.roundingSeconds + 1) * Self.roundingSeconds
        let unsigned = target + (target.contains("?") ? "&" : "?") + "expires=\(expires)"
        return unsigned + "&signature=" + signature(of: unsigned)
    }

    /// Whether a target, as it was sent, has a right signature at its end and has not expired.
    public func isValid(_ target: String) -> Bool {
        guard let mark = target.range(ofLast: "&signature=") else { return false }
        let unsigned = String(target[..<mark.lowerBound])
        guard let time = unsigned.range(ofLast: "expires="), let expires = Int64(unsigned[time.upperBound...]),
            expires > now().seconds
        else { return false }
        return SecureHash.areEqual(Array(target[mark.upperBound...].utf8), Array(signature(of: unsigned).utf8))
    }

    /// The text that stands for the right to act on one thing, such as a selection, until an instant.
    func token(_ kind: String, _ subject: String, expires: Timestamp) -> String {
        let claim = "\(kind)_\(subject)_\(expires.seconds)"
        return claim + "_" + signature(of: claim)
    }

    /// What a text that `token` made stands for; nil where it was not, or it has expired.
    func subject(ofToken text: String, _ kind: String) -> (subject: String, expires: Timestamp)? {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == kind, let seconds = Int64(parts[2]), seconds > now().seconds else {
            return nil
        }
        let claim = parts[..<3].joined(separator: "_")
        guard SecureHash.areEqual(Array(parts[3].utf8), Array(signature(of: claim).utf8)) else { return nil }
        return (String(parts[1]), Timestamp(seconds: seconds))
    }

    private func signature(of text: String) -> String {
        SecureHash.hmacSHA256(Array(text.utf8), key: key).hexadecimalText
    }
}

extension String {
    /// Where `part`, which is ASCII, stands last.
    fileprivate func range(ofLast part: String) -> Range<String.Index>? {
        var end = utf8.endIndex
        let count = part.utf8.count
        while utf8.distance(from: utf8.startIndex, to: end) >= count {
            let start = utf8.index(end, offsetBy: -count)
            if utf8[start..<end].elementsEqual(part.utf8) { return start..<end }
            end = utf8.index(before: end)
        }
        return nil
    }
}
