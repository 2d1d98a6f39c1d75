import HTTPServing
import PhotoLibrary
import Platform

/// What a client says when it makes a selection, or changes its terms.
struct SelectionInput {
    /// Room for a state that a caller wants to find again; not for files.
    static let longestMetadata = 16 << 10
    /// Longer addresses are none that servers commonly take.
    static let longestURL = 2048
    /// A sentence or two.
    static let longestMessage = 500
    /// More languages than anybody translates into.
    static let messageLimit = 100
    /// A selection that nobody ends, ends by itself: after a week unless told, after a year at the latest, in seconds.
    static let standardLifetime = 7 * 24 * 60 * 60
    static let longestLifetime = 365 * 24 * 60 * 60

    private static let termNames = ["expiresIn", "callbackURL", "metadata"]
    private static let ruleNames = [
        "allowsMultipleSelection", "minimum", "maximum", "maximumByType", "fetch", "allowsPlayTypes", "limitMessages",
        "preselected", "isOrdered", "allowsCamera", "crop",
    ]
    /// What chooses assets, as in `/assets`.
    static let fetchNames = ViewRequest.parameters.filter { !["resource", "selection"].contains($0) }

    let rules: SelectionRules
    let terms: SelectionTerms

    /// Reads what a new selection is to be.
    /// - Parameter allowsPrivate: whether callbacks go to addresses that only this machine or its network reaches, too.
    init(creating body: [UInt8], now: Timestamp, allowsPrivate: Bool) throws(HTTPProblem) {
        let members = try JSONMembers(body, known: Self.ruleNames + Self.termNames)
        rules = try Self.rules(members)
        if members.isNull("callbackURL") { throw members.problem("callbackURL", "an absolute http or https URL") }
        let change = try Self.change(members, body, now: now, allowsPrivate: allowsPrivate)
        var terms = change(SelectionTerms())
        if !members.has("expiresIn") { terms.expiryDate = now.adding(seconds: Self.standardLifetime) }
        self.terms = terms
    }

    /// Reads what is to become of a selection's terms: a merge patch (RFC 7396).
    static func change(
        patching body: [UInt8], now: Timestamp, allowsPrivate: Bool
    ) throws(HTTPProblem) -> @Sendable (SelectionTerms) -> SelectionTerms {
        try change(try JSONMembers(body, known: termNames), body, now: now, allowsPrivate: allowsPrivate)
    }

    private static func change(
        _ members: JSONMembers, _ body: [UInt8], now: Timestamp, allowsPrivate: Bool
    ) throws(HTTPProblem) -> @Sendable (SelectionTerms) -> SelectionTerms {
        let lifetime = try members.integer("expiresIn", in: 1...longestLifetime)
        let hasCallback = members.has("callbackURL")
        let callback = members.isNull("callbackURL") ? nil : try members.string("callbackURL", upTo: longestURL)
        if let callback {
            guard let host = callback.urlHost else {
                throw members.problem("callbackURL", "an absolute http or https URL without a user's name")
            }
            let isGlobal = CallbackAddress.literal(host).map(CallbackAddress.isGlobal) ?? (host != "localhost")
            guard allowsPrivate || isGlobal else {
                throw members.problem("callbackURL", "an address that everybody can reach")
            }
        }
        let hasMetadata = members.has("metadata")
        let metadata = RawJSON.member("metadata", of: body).map(Array.init)
        if let metadata, metadata.count > longestMetadata {
            throw members.problem("metadata", "up to \(longestMetadata) bytes of JSON")
        }
        return { terms in
            var terms = terms
            if let lifetime { terms.expiryDate = now.adding(seconds: lifetime) }
            if hasCallback { terms.callbackURL = callback }
            if hasMetadata { terms.metadata = metadata == Array("null".utf8) ? nil : metadata }
            return terms
        }
    }

    private static func rules(_ members: JSONMembers) throws(HTTPProblem) -> SelectionRules {
        var rules = SelectionRules()
        let counts = 0...SelectionRules.largestCount
        rules.allowsMultipleSelection = try members.flag("allowsMultipleSelection") ?? true
        rules.minimum = try members.integer("minimum", in: counts) ?? 0
        rules.maximum =
            try members.integer("maximum", in: counts)
            ?? (rules.allowsMultipleSelection ? SelectionRules.standardMaximum : 1)
        if let types = try members.object("maximumByType", known: ["image", "video", "audio"]) {
            for type in [MediaType.image, .video, .audio] {
                rules.maximumByType[type] = try types.integer(type.name, in: counts)
            }
        }
        rules.fetch = try fetch(members)
        for name in try members.strings("allowsPlayTypes") ?? [] {
            guard let type = SelectionRules.PlayType(rawValue: name) else {
                throw members.problem("allowsPlayTypes", "some of video, livePhoto, animated, not \"\(name)\"")
            }
            rules.playTypes.insert(type)
        }
        if let messages = try members.dictionary("limitMessages") {
            guard messages.names.count <= messageLimit else {
                throw members.problem("limitMessages", "up to \(messageLimit) languages")
            }
            for tag in messages.names {
                rules.limitMessages[tag.lowercased()] = try messages.string(tag, upTo: longestMessage)
            }
        }
        rules.preselected = try members.assets("preselected") ?? []
        rules.isOrdered = try members.flag("isOrdered") ?? true
        rules.allowsCamera = try members.flag("allowsCamera") ?? false
        if let text = try members.string("crop", upTo: 20) {
            guard let crop = CropRule(text) else {
                throw members.problem("crop", "none, free, square, or a ratio such as 4:3")
            }
            rules.crop = crop
        }
        return rules
    }

    private static func fetch(_ members: JSONMembers) throws(HTTPProblem) -> SelectionFetch {
        guard let given = try members.object("fetch", known: fetchNames) else {
            return SelectionFetch(request: FetchRequest(.all))
        }
        var values: [String: String] = [:]
        for name in fetchNames { values[name] = try given.string(name, upTo: 2048) }
        do throws(HTTPProblem) {
            let request = try ViewRequest.fetch(Parameters(values.map { ($0.key, $0.value) }))
            return SelectionFetch(request: request, parameters: values)
        } catch {
            throw members.problem("fetch", error.detail ?? error.title)
        }
    }
}

extension CropRule {
    /// Reads `none`, `free`, `square`, or width and height with a colon between.
    init?(_ text: String) {
        switch text {
        case "none": self = .none
        case "free": self = .free
        case "square": self = .ratio(width: 1, height: 1)
        default:
            let sides = text.split(separator: ":", omittingEmptySubsequences: false)
            guard sides.count == 2, text.utf8.allSatisfy({ (0x30...0x3A).contains($0) }), let width = Int(sides[0]),
                let height = Int(sides[1])
            else { return nil }
            self = .ratio(width: width, height: height)
        }
    }

    /// What `init` reads.
    var text: String {
        switch self {
        case .none: "none"
        case .free: "free"
        case .ratio(1, 1): "square"
        case .ratio(let width, let height): "\(width):\(height)"
        }
    }
}

extension Timestamp {
    /// The instant so many seconds later.
    func adding(seconds: Int) -> Timestamp {
        Timestamp(nanoseconds: nanoseconds + Int64(seconds) * 1_000_000_000)
    }
}
