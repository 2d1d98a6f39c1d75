import HTTPServing
import PhotoLibrary

/// One action of a client on the items of a selection, as it came.
enum SelectionCommand: Sendable {
    case action(SelectionAction)
    /// Picks a part of a fetch's list, as it was at a version.
    case addRange(FetchRequest, Range<Int>, at: LibraryToken?)

    /// More than a person does in one step, few enough to answer at once.
    static let limit = 100
    /// As many assets as a page of a list has, ten times over.
    static let longestRange = 10_000

    private static let names = [
        "action", "assets", "asset", "with", "to", "crop", "rotation", "frameTime", "wantsOriginal", "offset", "limit",
        "sort", "order", "at",
    ]

    /// Reads the content of a request.
    /// - Parameter fetch: what may be picked from.
    static func read(_ body: [UInt8], _ fetch: SelectionFetch) throws(HTTPProblem) -> [SelectionCommand] {
        let content = try JSONMembers(body, known: ["actions"])
        guard let objects = try content.objects("actions", upTo: limit, known: names) else {
            throw content.problem("actions", "a list of actions")
        }
        var commands: [SelectionCommand] = []
        for object in objects { commands.append(try SelectionCommand(object, fetch)) }
        return commands
    }

    private init(_ members: JSONMembers, _ fetch: SelectionFetch) throws(HTTPProblem) {
        func only(_ known: [String]) throws(HTTPProblem) {
            for name in members.names where name != "action" && !known.contains(name) {
                throw members.problem(name, "not together with this action")
            }
        }
        switch try members.string("action", upTo: 20) {
        case "add":
            try only(["assets"])
            self = .action(.add(try Self.assets(members)))
        case "remove":
            try only(["assets"])
            self = .action(.remove(try Self.assets(members)))
        case "replace":
            try only(["asset", "with"])
            self = .action(.replace(try members.asset("asset"), with: try members.asset("with")))
        case "move":
            try only(["asset", "to"])
            guard let number = try members.integer("to", in: 1...SelectionRules.largestCount) else {
                throw members.problem("to", "a number from 1")
            }
            self = .action(.move(try members.asset("asset"), to: number))
        case "clear":
            try only([])
            self = .action(.clear)
        case "edit":
            try only(["asset", "crop", "rotation", "frameTime", "wantsOriginal"])
            self = .action(.edit(try members.asset("asset"), try Self.edit(members)))
        case "addRange":
            try only(["offset", "limit", "sort", "order", "at"])
            self = try Self.range(members, fetch)
        default:
            throw members.problem("action", "one of add, remove, replace, move, clear, edit, addRange")
        }
    }

    private static func assets(_ members: JSONMembers) throws(HTTPProblem) -> [AssetID] {
        guard let ids = try members.assets("assets") else { throw members.problem("assets", "a list of ids") }
        return ids
    }

    private static func edit(_ members: JSONMembers) throws(HTTPProblem) -> SelectionEdit {
        var edit = SelectionEdit()
        if !members.isNull("crop"), let crop = try members.object("crop", known: ["x", "y", "width", "height"]) {
            guard let x = try crop.number("x"), let y = try crop.number("y"), let width = try crop.number("width"),
                let height = try crop.number("height"),
                let rectangle = CropRectangle(x: x, y: y, width: width, height: height)
            else { throw members.problem("crop", "x, y, width and height of a part of the picture, from 0 to 1") }
            edit.crop = rectangle
        }
        edit.rotation = try members.integer("rotation", in: 0...270) ?? 0
        guard edit.rotation % 90 == 0 else { throw members.problem("rotation", "0, 90, 180 or 270") }
        edit.frameTime = members.isNull("frameTime") ? nil : try members.number("frameTime")
        if let time = edit.frameTime, !(0...86_400).contains(time) {
            throw members.problem("frameTime", "seconds from the start")
        }
        edit.wantsOriginal = try members.flag("wantsOriginal") ?? false
        return edit
    }

    private static func range(_ members: JSONMembers, _ fetch: SelectionFetch) throws(HTTPProblem) -> SelectionCommand {
        guard let offset = try members.integer("offset", in: 0...FetchQuery.largestOffset) else {
            throw members.problem("offset", "the index of the first asset")
        }
        guard let limit = try members.integer("limit", in: 1...longestRange) else {
            throw members.problem("limit", "the number of assets, up to \(longestRange)")
        }
        var values = fetch.parameters
        for name in ["sort", "order"] {
            if let value = try members.string(name, upTo: 20) { values[name] = value }
        }
        let text = try members.string("at", upTo: 64)
        let token = text.flatMap { LibraryToken($0) }
        guard text == nil || token != nil else { throw members.problem("at", "a token as an answer gave it") }
        let request = try ViewRequest.fetch(Parameters(values.map { ($0.key, $0.value) }))
        return .addRange(request, offset..<(offset + limit), at: token)
    }

    /// The action that it stands for.
    func resolved(in services: Services) async throws(HTTPProblem) -> SelectionAction {
        switch self {
        case .action(let action): return action
        case .addRange(let request, let range, let token):
            guard let token, token != services.library.token else {
                guard let result = await services.library.fetch(request) else { throw .noCollection }
                return .add(result.ids(in: range))
            }
            return .add(try await services.fetch(request, at: token).ids(in: range))
        }
    }
}
