import HTTPServing
import PhotoLibrary
import Platform

extension HTTPProblem {
    /// A refusal as a client is told: with the message for the person where there is one, and how the selection is.
    init(_ refused: SelectionRefused, for request: HTTPRequest) {
        self = Self.problem(refused.refusal)
        guard let selection = refused.selection else { return }
        if case .limitExceeded(let maximum, let type) = refused.refusal {
            members.append(
                ("message", .string(LimitMessages.text(selection.rules, maximum: maximum, type: type, for: request))))
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.members(of: selection)
        writer.endObject()
        members.append(("selection", .json(writer.bytes)))
        fields["ETag"] = EntityTag("\(selection.version)").description
    }

    static var noSelection: HTTPProblem { .notFound("there is no selection of that id, or no longer") }

    private static func problem(_ refusal: SelectionRefusal) -> HTTPProblem {
        switch refusal {
        case .noSelection: .noSelection
        case .ended(let state):
            HTTPProblem(409, "selection-ended", "The selection has ended", detail: "it is \(state.name)")
        case .stale:
            HTTPProblem(
                412, "precondition-failed", "Precondition failed", detail: "the selection has another version by now")
        case .limitExceeded(let maximum, let type):
            HTTPProblem(
                409, "limit-exceeded", "Too many items",
                detail: "at most \(maximum) of \(type.map { "type \($0.name)" } ?? "all types")",
                members: [("maximum", .integer(maximum))]
                    + (type.map { [("mediaType", .string($0.name))] } ?? []))
        case .belowMinimum(let minimum):
            HTTPProblem(
                409, "below-minimum", "Too few items", detail: "at least \(minimum) have to be picked",
                members: [("minimum", .integer(minimum))])
        case .notSelected(let id): about(id, 409, "not-selected", "The asset is not picked")
        case .alreadySelected(let id): about(id, 409, "already-selected", "The asset is picked already")
        case .unknownAsset(let id): about(id, 422, "unknown-asset", "There is no such asset")
        case .notSelectable(let id): about(id, 422, "not-selectable", "The asset is none of those to pick from")
        case .cropNotAllowed:
            HTTPProblem(422, "crop-not-allowed", "No crop is wanted", detail: "the selection's rules say crop: none")
        case .notOrdered:
            HTTPProblem(422, "not-ordered", "Order does not matter", detail: "the rules say isOrdered: false")
        case .itemsGone(let ids):
            HTTPProblem(
                409, "items-gone", "Picked assets are gone",
                detail: "remove them, or complete with withoutGone=true",
                members: [("assets", .strings(ids.map(\.description)))])
        case .tooManySelections(let limit): .overloaded("more than \(limit) selections are open", retryAfter: 60)
        }
    }

    private static func about(_ id: AssetID, _ status: HTTPStatus, _ kind: String, _ title: String) -> HTTPProblem {
        HTTPProblem(status, kind, title, detail: "asset \(id)", members: [("asset", .string(id.description))])
    }
}
