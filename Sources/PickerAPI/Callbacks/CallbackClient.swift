import CCurl
import Platform

/// Sends one message to an address, and tells what came of it.
protocol CallbackClient: Sendable {
    func post(_ body: [UInt8], to url: String, fields: [(name: String, value: String)]) async -> CallbackAnswer
}

/// Sends by libcurl. No redirect is followed and no proxy used; each address is checked when it is connected to, after
/// names were looked up.
struct CurlCallbackClient: CallbackClient {
    /// Whether addresses that only this machine or its network reaches are fine.
    let allowsPrivate: Bool
    /// Requests wait for others.
    let threads: BlockingPool

    private static let connectTime = Duration.seconds(5)
    /// As Standard Webhooks 1.0 advises: 15 to 30 seconds.
    private static let time = Duration.seconds(15)

    func post(_ body: [UInt8], to url: String, fields: [(name: String, value: String)]) async -> CallbackAnswer {
        let lines = fields.map { "\($0.name): \($0.value)\n" }.joined()
        do {
            return try await threads.run { send(body, to: url, lines) }
        } catch {
            return .failure("too many messages wait")
        }
    }

    private func send(_ body: [UInt8], to url: String, _ lines: String) -> CallbackAnswer {
        var answer = ccurl_answer()
        let admits: ccurl_admits =
            allowsPrivate
            ? { _, _ in true }
            : { bytes, count in CallbackAddress.isGlobal(UnsafeBufferPointer(start: bytes, count: count)) }
        ccurl_post(
            url, lines, body, body.count, Int(Self.connectTime / .milliseconds(1)), Int(Self.time / .milliseconds(1)),
            admits, &answer)
        if answer.status > 0 { return .status(answer.status, retryAfter: .seconds(answer.retry_after)) }
        if answer.is_refused { return .failure("the address is none that everybody can reach") }
        let reason = withUnsafeBytes(of: &answer.reason) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return .failure(reason)
    }
}
