public import PhotoLibrary
public import Platform
import Synchronization

/// Delivers the messages about ended selections, each until it is taken or given up, also after a restart. A message may
/// come twice, under one id: where the server ended between sending it and keeping that.
public final class CallbackDeliverer: Sendable {
    /// How many are sent at once.
    static let parallelLimit = 16
    /// How many are sent at once to one host: one that hangs must not hold up the others.
    static let hostLimit = 2
    /// Where the disk takes nothing, an attempt can't be kept, and is made again after this time.
    private static let faultPause = Duration.seconds(10)

    private struct State {
        var underWay: [SelectionID: String] = [:]
        var attemptCount = 0
        var failureCount = 0
    }

    /// Whether addresses that only this machine or its network reaches are fine.
    let allowsPrivate: Bool
    private let selections: SelectionKeeper
    private let client: any CallbackClient
    private let log: Log
    private let now: @Sendable () -> Timestamp
    private let chance: @Sendable () -> Double
    private let state = Mutex(State())

    init(
        selections: SelectionKeeper, client: any CallbackClient, allowsPrivate: Bool, log: Log,
        now: @escaping @Sendable () -> Timestamp = { .now },
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.selections = selections
        self.client = client
        self.allowsPrivate = allowsPrivate
        self.log = log
        self.now = now
        self.chance = chance
    }

    /// Makes what sends messages over the network.
    /// - Parameter allowsPrivate: whether to addresses that only this machine or its network reaches, too.
    public convenience init(selections: SelectionKeeper, allowsPrivate: Bool, log: Log) {
        let threads = BlockingPool(label: "contactsheet.callbacks", width: Self.parallelLimit)
        self.init(
            selections: selections, client: CurlCallbackClient(allowsPrivate: allowsPrivate, threads: threads),
            allowsPrivate: allowsPrivate, log: log)
    }

    /// How often messages were sent since the start, and how often in vain.
    var counts: (attempts: Int, failures: Int) { state.withLock { ($0.attemptCount, $0.failureCount) } }

    /// Delivers until it is cancelled.
    public func run() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let seen = selections.deliveryNews.version
                let date = now()
                var next: Timestamp?
                for delivery in selections.deliveries.sorted(by: Self.isEarlier) {
                    guard let due = delivery.nextAttemptDate else { continue }
                    if due > date {
                        next = min(next ?? due, due)
                    } else if begin(delivery) {
                        group.addTask { await self.deliver(delivery) }
                    }
                }
                await wait(after: seen, until: next)
            }
            group.cancelAll()
        }
    }

    private static func isEarlier(_ left: SelectionDelivery, _ right: SelectionDelivery) -> Bool {
        (left.nextAttemptDate?.nanoseconds ?? .max, left.id) < (right.nextAttemptDate?.nanoseconds ?? .max, right.id)
    }

    private func begin(_ delivery: SelectionDelivery) -> Bool {
        let host = delivery.url.urlHost ?? ""
        return state.withLock { state in
            guard state.underWay[delivery.id] == nil, state.underWay.count < Self.parallelLimit,
                state.underWay.values.count(where: { $0 == host }) < Self.hostLimit
            else { return false }
            state.underWay[delivery.id] = host
            return true
        }
    }

    private func deliver(_ delivery: SelectionDelivery) async {
        let seconds = now().nanoseconds / 1_000_000_000
        let signature = CallbackSignature.fields(
            id: "selection-\(delivery.id)", seconds: seconds, body: delivery.body, secret: delivery.secret)
        let answer = await client.post(
            delivery.body, to: delivery.url,
            fields: [("Content-Type", "application/json"), ("User-Agent", "contactsheet")] + signature)
        let result = CallbackSchedule.after(answer, delivery, at: now(), chance: chance())
        note(result)
        do {
            try await selections.keep(result)
        } catch {
            log.error("what became of a callback could not be kept", ["reason": "\(error)"])
            try? await Task.sleep(for: Self.faultPause)
        }
        state.withLock { $0.underWay[delivery.id] = nil }
        // There is room for another now.
        selections.deliveryNews.advance()
    }

    private func note(_ result: SelectionDelivery) {
        let isFailure = result.state != .delivered
        state.withLock { state in
            state.attemptCount += 1
            if isFailure { state.failureCount += 1 }
        }
        guard isFailure else { return }
        log.warning(
            result.state == .failed ? "a callback is given up" : "a callback failed and is sent again",
            [
                "selection": result.id.description, "host": result.url.urlHost ?? "", "attempt": result.attemptCount,
                "status": result.lastStatus ?? 0, "reason": result.lastFailure ?? "",
            ])
    }

    private func wait(after seen: Int64, until date: Timestamp?) async {
        await withTaskGroup { group in
            group.addTask { await self.selections.deliveryNews.wait(after: seen) }
            if let date {
                let pause = Duration.nanoseconds(date.nanoseconds - now().nanoseconds)
                group.addTask { try? await Task.sleep(for: pause) }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
