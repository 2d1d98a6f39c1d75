import Foundation
import PhotoLibrary
import Platform
import Testing

@testable import PickerAPI

/// Whom callbacks go to, when they are sent again, and how they are signed.
struct CallbackRuleTests {
    @Test(arguments: [
        ("8.8.8.8", true), ("93.184.216.34", true), ("172.15.0.1", true), ("172.32.0.1", true), ("100.63.0.1", true),
        ("0.0.0.0", false), ("10.1.2.3", false), ("127.0.0.1", false), ("127.255.255.254", false),
        ("100.64.0.1", false), ("100.127.255.255", false), ("169.254.169.254", false), ("172.16.0.1", false),
        ("172.31.255.255", false), ("192.168.1.1", false), ("192.0.2.1", false), ("198.18.0.1", false),
        ("198.19.255.255", false), ("203.0.113.9", false), ("224.0.0.1", false), ("240.0.0.1", false),
        ("255.255.255.255", false), ("[2606:4700::1111]", true), ("[2a00:1450:4001::200e]", true), ("[::1]", false),
        ("[::]", false), ("[fe80::1]", false), ("[fc00::1]", false), ("[fd12:3456::1]", false), ("[ff02::1]", false),
        ("[2001:db8::1]", false), ("[2001::1]", false), ("[::ffff:127.0.0.1]", false), ("[::ffff:8.8.8.8]", true),
        ("[64:ff9b::10.0.0.1]", false), ("[64:ff9b::8.8.8.8]", true), ("[2002:7f00:1::]", false),
        ("[2002:808:808::]", true),
    ]) func addressesThatEverybodyReaches(text: String, isGlobal: Bool) throws {
        #expect(CallbackAddress.isGlobal(try #require(CallbackAddress.literal(text))) == isGlobal)
    }

    @Test(arguments: ["example.org", "localhost", "[::1", "1.2.3", "1.2.3.4.5", ""]) func namesAreNoAddresses(
        host: String
    ) {
        #expect(CallbackAddress.literal(host) == nil)
    }

    @Test(arguments: [
        ("https://example.org/x?y#z", "example.org"), ("HTTP://Example.ORG:8080", "example.org"),
        ("http://[::1]:80/", "[::1]"), ("http://1.2.3.4", "1.2.3.4"), ("ftp://example.org", nil), ("example.org", nil),
        ("https:///x", nil), ("https://", nil), ("https://user@example.org", nil), ("https://a:b@example.org", nil),
        ("http://exa mple.org", nil), ("http://example.org:x", nil), ("http://example.org:0", nil),
        ("http://a\\b", nil), ("http://[]", nil), ("http://:80", nil), ("http://example.org:70000", nil),
    ]) func hostsOfURLs(url: String, host: String?) {
        #expect(url.urlHost == host)
    }

    /// The vector of Standard Webhooks' own reference libraries.
    @Test func signaturesAreStandardWebhooks() throws {
        let known = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        let key = Array(try #require(Data(base64Encoded: String(known.dropFirst("whsec_".count)))))
        #expect(CallbackSignature.text(ofSecret: key) == known)
        let fields = CallbackSignature.fields(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8),
            secret: key)
        #expect(fields.map(\.name) == ["webhook-id", "webhook-timestamp", "webhook-signature"])
        #expect(
            fields.map(\.value) == [
                "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            ])
    }

    private func delivery(after attempts: Int = 0) -> SelectionDelivery {
        var delivery = SelectionDelivery(
            id: SelectionID(rawValue: 1), url: "https://example.org", secret: [1], body: [2],
            createdDate: Timestamp(seconds: 1_000))
        delivery.attemptCount = attempts
        return delivery
    }

    private func wait(_ answer: CallbackAnswer, attempts: Int = 0, chance: Double = 0) -> Int64? {
        let date = Timestamp(seconds: 50_000)
        let next = CallbackSchedule.after(answer, delivery(after: attempts), at: date, chance: chance)
        return next.nextAttemptDate.map { ($0.nanoseconds - date.nanoseconds) / 1_000_000_000 }
    }

    @Test(arguments: [200, 201, 204, 299]) func anySuccessIsDelivered(status: Int) {
        let after = CallbackSchedule.after(
            .status(status, retryAfter: .seconds(9)), delivery(after: 3), at: Timestamp(seconds: 5), chance: 1)
        #expect(after.state == .delivered && after.attemptCount == 4 && after.nextAttemptDate == nil)
        #expect(
            after.lastStatus == status && after.lastFailure == nil && after.lastAttemptDate == Timestamp(seconds: 5))
    }

    @Test(arguments: [
        CallbackAnswer.status(500, retryAfter: .zero), .status(302, retryAfter: .zero), .status(404, retryAfter: .zero),
        .failure("no way"),
    ]) func allElseIsSentAgainForThreeDays(answer: CallbackAnswer) {
        let waits = (0..<10).map { wait(answer, attempts: $0) }
        #expect(waits == [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, nil])
        #expect(wait(answer, attempts: 1, chance: 1) == 360)
        let last = CallbackSchedule.after(answer, delivery(after: 9), at: .now, chance: 0)
        #expect(last.state == .failed && last.lastFailure?.isEmpty == false)
    }

    @Test func whoIsGoneIsNotAskedAgain() {
        let after = CallbackSchedule.after(.status(410, retryAfter: .zero), delivery(), at: .now, chance: 0)
        #expect(after.state == .failed && after.nextAttemptDate == nil && after.lastStatus == 410)
    }

    @Test(arguments: [(60, 60), (1, 5), (10_000_000, 86_400)]) func aReceiverMayAskForMoreTime(asked: Int, given: Int64)
    {
        #expect(wait(.status(503, retryAfter: .seconds(asked))) == given)
    }
}
