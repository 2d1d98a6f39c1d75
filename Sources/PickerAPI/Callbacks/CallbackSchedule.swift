import PhotoLibrary
import Platform

/// When a message is sent again, by the answers that came (Standard Webhooks 1.0, section "Deliverability and
/// reliability").
enum CallbackSchedule {
    /// Waits before the second attempt and each further one: ten attempts within three days.
    static let waits: [Duration] = [
        .seconds(5), .seconds(300), .seconds(1_800), .seconds(7_200), .seconds(18_000), .seconds(36_000),
        .seconds(50_400), .seconds(72_000), .seconds(86_400),
    ]
    /// The largest part of a wait that is added by chance, so that messages that failed together do not come together.
    static let jitter = 0.2
    /// A receiver that asks for more than a day asks for too much.
    static let longestRetryAfter = Duration.seconds(86_400)

    /// What has become of a message after one more attempt.
    /// - Parameters:
    ///   - date: when the attempt ended.
    ///   - chance: a random number from 0 to 1.
    static func after(
        _ answer: CallbackAnswer, _ delivery: SelectionDelivery, at date: Timestamp, chance: Double
    ) -> SelectionDelivery {
        var delivery = delivery
        let wait = delivery.attemptCount < waits.count ? waits[delivery.attemptCount] : nil
        delivery.attemptCount += 1
        delivery.lastAttemptDate = date
        delivery.nextAttemptDate = nil
        delivery.lastStatus = nil
        delivery.lastFailure = nil
        var asked = Duration.zero
        switch answer {
        case .status(let status, let retryAfter):
            delivery.lastStatus = status
            if (200...299).contains(status) {
                delivery.state = .delivered
                return delivery
            }
            delivery.lastFailure = failure(status)
            if status == 410 {
                delivery.state = .failed
                return delivery
            }
            asked = min(retryAfter, longestRetryAfter)
        case .failure(let reason): delivery.lastFailure = reason
        }
        guard let wait else {
            delivery.state = .failed
            return delivery
        }
        let pause = max(wait + wait * (jitter * chance), asked)
        delivery.nextAttemptDate = Timestamp(nanoseconds: date.nanoseconds + Int64(pause / .nanoseconds(1)))
        return delivery
    }

    private static func failure(_ status: Int) -> String {
        switch status {
        case 300...399: "the answer is a redirect, which is not followed"
        case 410: "the receiver wants no more messages"
        default: "the answer is no success"
        }
    }
}

/// What came of sending a message.
enum CallbackAnswer: Sendable, Hashable {
    /// The status of the answer, and how long it asks to wait (RFC 9110, section 10.2.3).
    case status(Int, retryAfter: Duration)
    /// No answer came; the reason for a person.
    case failure(String)
}
