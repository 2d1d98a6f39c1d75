/// What may be picked in a selection, fixed when it is made.
public struct SelectionRules: Sendable, Hashable, Codable {
    /// What plays by itself in a picker.
    public enum PlayType: String, Sendable, Codable, CaseIterable { case video, livePhoto, animated }

    /// A rule that makes no sense.
    public struct Fault: Error, Equatable {
        /// Its name, as clients give it.
        public let rule: String
        /// What it has to be.
        public let detail: String
    }

    /// How many may be picked unless told: what a message or a post commonly carries.
    public static let standardMaximum = 9
    /// Most items of a selection, with or without a maximum of its own: bounds its memory to some ten megabytes.
    public static let largestCount = 100_000

    /// Whether more than one may be picked; else picking another takes the place of the first.
    public var allowsMultipleSelection = true
    /// Fewest items that it can be completed with.
    public var minimum = 0
    /// Most items; 0 for no limit of its own.
    public var maximum = standardMaximum
    /// Most items of one media type.
    public var maximumByType: [MediaType: Int] = [:]
    /// What may be picked from.
    public var fetch = SelectionFetch(request: FetchRequest(.all))
    /// What plays by itself in a picker.
    public var playTypes: Set<PlayType> = []
    /// What to say to a person who picks too many, by language tag in small letters.
    public var limitMessages: [String: String] = [:]
    /// Whether the order matters: pickers then show numbers, and items can be moved.
    public var isOrdered = true
    /// Whether pickers offer to take a picture.
    public var allowsCamera = false
    /// Which crop pickers offer.
    public var crop = CropRule.none
    /// What is picked to begin with, in order; may be more than the maximum.
    public var preselected: [AssetID] = []

    /// Makes the rules that hold unless told.
    public init() {}

    /// Most items that count; nil for no limit of its own.
    public var limit: Int? {
        if !allowsMultipleSelection { return 1 }
        return maximum == 0 ? nil : maximum
    }

    /// Looks whether the rules make sense together.
    public func check() throws(Fault) {
        let counts = 0...Self.largestCount
        func fail(_ rule: String, _ detail: String) throws(Fault) { throw Fault(rule: rule, detail: detail) }
        if !counts.contains(maximum) { try fail("maximum", "0 for none, or up to \(counts.upperBound)") }
        if !allowsMultipleSelection, ![0, 1].contains(maximum) {
            try fail("maximum", "1, or left out, where allowsMultipleSelection is false")
        }
        if !counts.contains(minimum) { try fail("minimum", "0 to \(counts.upperBound)") }
        if let limit, minimum > limit { try fail("minimum", "not above the maximum, \(limit)") }
        for (type, count) in maximumByType where type == .unknown || !counts.contains(count) {
            try fail("maximumByType", "image, video, audio with 0 to \(counts.upperBound) each")
        }
        if Set(preselected).count != preselected.count { try fail("preselected", "each asset once") }
        if preselected.count > Self.largestCount { try fail("preselected", "up to \(Self.largestCount) assets") }
        if case .ratio(let width, let height) = crop {
            let sides = 1...10_000
            if !sides.contains(width) || !sides.contains(height) { try fail("crop", "sides from 1 to 10000") }
        }
    }
}
