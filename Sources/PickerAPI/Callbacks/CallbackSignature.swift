import FoundationEssentials
import Platform

/// Signs messages as Standard Webhooks 1.0 has it: HMAC-SHA256 over `id.timestamp.body`.
enum CallbackSignature {
    /// The fields of a message that tell who sent it.
    /// - Parameters:
    ///   - id: the same for each attempt, so that a receiver knows a message that came twice.
    ///   - seconds: since 1970, of this attempt.
    static func fields(id: String, seconds: Int64, body: [UInt8], secret: [UInt8]) -> [(name: String, value: String)] {
        let signed = Array("\(id).\(seconds).".utf8) + body
        return [
            ("webhook-id", id), ("webhook-timestamp", "\(seconds)"),
            ("webhook-signature", "v1," + base64(SecureHash.hmacSHA256(signed, key: secret))),
        ]
    }

    /// A secret as text that receivers' libraries take.
    static func text(ofSecret secret: [UInt8]) -> String { "whsec_" + base64(secret) }

    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
