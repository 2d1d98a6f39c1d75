import HTTPServing
import PhotoLibrary
import Platform

/// How far the message about a selection's end has come: `/selections/{id}/callback`.
struct CallbackRoutes: Sendable {
    let services: Services

    func add(to router: inout Router) {
        router.on(.get, "/selections/{id}/callback", produces: ["application/json"], access: .write) {
            _, parameters throws(HTTPProblem) in
            guard let id = SelectionID(parameters["id"]),
                let selection = services.selections.snapshot(of: id)?.selection
            else { throw .noSelection }
            return .now(.status(json: Self.json(services.selections.delivery(of: id), of: selection)))
        }
    }

    private static func json(_ delivery: SelectionDelivery?, of selection: Selection) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.key("url")
        writer.value(delivery?.url ?? selection.terms.callbackURL)
        writer.key("state")
        writer.value(delivery?.state.name ?? "none")
        writer.key("attemptCount")
        writer.value(delivery?.attemptCount ?? 0)
        writer.key("lastAttemptDate")
        writer.value(delivery?.lastAttemptDate?.rfc3339)
        writer.key("nextAttemptDate")
        writer.value(delivery?.nextAttemptDate?.rfc3339)
        writer.key("lastStatus")
        writer.value(delivery?.lastStatus)
        writer.key("lastFailure")
        writer.value(delivery?.lastFailure)
        writer.endObject()
        return writer.bytes
    }
}

extension SelectionDelivery.State {
    /// The word that clients see.
    fileprivate var name: String {
        switch self {
        case .pending: "pending"
        case .delivered: "delivered"
        case .failed: "failed"
        }
    }
}
