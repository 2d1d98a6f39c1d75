import HTTPServing
import MediaDecoding
import Platform

/// How a client asks for a thumbnail.
struct ThumbnailQuery: Sendable {
    /// When the answer is to come (PhotoKit's `PHImageRequestOptionsDeliveryMode`).
    enum Delivery: Sendable { case opportunistic, fast, highQuality }

    /// All parameters but the content's tag.
    static let parameters = picture + ["delivery", "priority"]
    /// Those that say what the picture is like.
    static let picture = [
        "w", "h", "mode", "format", "exact", "crop", "quality", "dpr", "frame", "strip", "animated", "profile",
    ]
    /// A picker's largest preview; more is what the original is for.
    static let largestSide = 4096
    /// A cell of a picker's grid on a dense screen.
    static let standardSide = 256
    /// A day: no longer video is looked into.
    static let longestTime = Duration.seconds(86_400)
    /// The largest side of each frame of a strip or an animation.
    static let largestFrame = 512
    /// Frames of an animation: three seconds.
    private static let animationLength = 12
    /// The density of the densest phones' screens.
    static let largestRatio = 4

    private static let modes: KeyValuePairs<String, RenderRequest.ContentMode> = [
        "aspectFit": .aspectFit, "aspectFill": .aspectFill,
    ]
    private static let formats: KeyValuePairs<String, RenderRequest.Format> = [
        "jpeg": .jpeg, "webp": .webp, "avif": .avif, "png": .png,
    ]
    private static let deliveries: KeyValuePairs<String, Delivery> = [
        "opportunistic": .opportunistic, "fast": .fast, "highQuality": .highQuality,
    ]
    private static let priorities: KeyValuePairs<String, RenderPriority> = ["visible": .visible, "ahead": .ahead]
    private static let profiles: KeyValuePairs<String, Bool> = ["srgb": false, "p3": true]
    private static let truths: KeyValuePairs<String, Bool> = ["true": true, "false": false]

    /// The picture that is asked for in the end.
    let final: RenderRequest
    /// When the answer is to come.
    let delivery: Delivery
    /// How soon it is wanted.
    let priority: RenderPriority
    /// Whether the format was chosen by Accept, which the answer then varies by.
    let isNegotiated: Bool

    init(_ request: HTTPRequest) throws(HTTPProblem) {
        let parameters = Parameters(request)
        let format = try Self.format(parameters)
        isNegotiated = format == nil
        final = try Self.picture(of: parameters, format: format ?? Self.negotiated(request))
        delivery = try parameters.word("delivery", of: Self.deliveries) ?? .highQuality
        priority = try parameters.word("priority", of: Self.priorities) ?? .visible
    }

    /// The same picture in smaller sizes, the largest first.
    var smaller: [RenderRequest] {
        ThumbnailLadder.below(final.size).map { final.resized(to: $0) }
    }

    /// What is quickly made, from the small picture that is in the file where there is one.
    var draft: RenderRequest {
        let side = min(max(final.size.width, final.size.height), Self.standardSide)
        return final.resized(to: ThumbnailLadder.scaled(final.size, to: side), isDraft: true)
    }

    /// The format that is asked for by name; nil where none is.
    /// - Throws: 400.
    static func format(_ parameters: Parameters) throws(HTTPProblem) -> RenderRequest.Format? {
        try parameters.word("format", of: formats)
    }

    /// The picture that is asked for.
    /// - Throws: 400 that names the parameter; 422 for a part that is none.
    static func picture(
        of parameters: Parameters, format: RenderRequest.Format
    ) throws(HTTPProblem) -> RenderRequest {
        let width = try parameters.number("w", in: 1...largestSide)
        let height = try parameters.number("h", in: 1...largestSide)
        let ratio = try parameters.share("dpr", upTo: largestRatio) ?? CropArea.whole
        guard ratio > 0 else { throw .invalidParameter("dpr", "dpr: more than 0") }
        func pixels(_ points: Int?) -> Int? {
            points.map { min(max(($0 * ratio + CropArea.whole / 2) / CropArea.whole, 1), largestSide) }
        }
        let standard = pixels(width ?? height ?? standardSide) ?? standardSide
        let size = PixelSize(width: pixels(width) ?? standard, height: pixels(height) ?? standard)
        let isExact = try parameters.word("exact", of: truths) ?? false
        let sequence = try sequence(parameters, of: size)
        return RenderRequest(
            size: isExact ? size : ThumbnailLadder.rounded(size),
            mode: try parameters.word("mode", of: modes) ?? .aspectFit,
            format: sequence?.isAnimated == true ? .webp : format,
            quality: try parameters.number("quality", in: 1...100) ?? 75, crop: try crop(parameters),
            time: try parameters.duration("frame", upTo: longestTime).map {
                Int($0.components.seconds * 1000) + Int($0.components.attoseconds / 1_000_000_000_000_000)
            },
            sequence: sequence,
            isWide: try parameters.word("profile", of: profiles) ?? false)
    }

    private static func sequence(
        _ parameters: Parameters, of size: PixelSize
    ) throws(HTTPProblem) -> RenderRequest.FrameSequence? {
        let strip = try parameters.number("strip", in: RenderRequest.FrameSequence.counts)
        let isAnimated = try parameters.word("animated", of: ["webp": true]) ?? false
        guard strip != nil || isAnimated else { return nil }
        let name = isAnimated ? "animated" : "strip"
        for other in ["crop", "frame", "delivery"] + (isAnimated ? ["strip", "format"] : [])
        where parameters[other] != nil {
            throw .noSuchPicture(name, "\(name): not together with \(other)")
        }
        guard max(size.width, size.height) <= largestFrame else {
            throw .noSuchPicture(name, "\(name): with w and h of at most \(largestFrame) pixels")
        }
        return RenderRequest.FrameSequence(count: strip ?? animationLength, isAnimated: isAnimated)
    }

    private static func crop(_ parameters: Parameters) throws(HTTPProblem) -> CropArea? {
        guard let text = parameters["crop"] else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap {
            Parameters.share(String($0), upTo: 1)
        }
        guard numbers.count == 4, text.filter({ $0 == "," }).count == 3 else {
            throw .invalidParameter("crop", "crop: x,y,width,height as shares from 0 to 1, not \"\(text)\"")
        }
        guard let area = CropArea(left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3]) else {
            throw .noSuchPicture("crop", "crop: \"\(text)\" is no area within the picture")
        }
        return area
    }

    /// What Accept names by name comes first, the cheapest to make before the smallest; then JPEG, which all can show.
    private static func negotiated(_ request: HTTPRequest) -> RenderRequest.Format {
        // Most requests of programs say no more, and are worth a short way.
        if !request.fields.contains("Accept") || request.fields["Accept"] == "*/*" { return .jpeg }
        let preferred: [RenderRequest.Format] = [.webp, .avif, .jpeg, .png]
        let named = preferred.filter { format in
            request.fields.values(of: "Accept").contains { $0.contains(format.contentType) }
        }
        let ordered = named + [.jpeg] + preferred
        let type = request.preferredType(of: ordered.map(\.contentType))
        return ordered.first { $0.contentType == type } ?? .jpeg
    }
}

extension HTTPProblem {
    /// 422: what parameters ask for together can't be made of anything.
    fileprivate static func noSuchPicture(_ parameter: String, _ detail: String) -> HTTPProblem {
        HTTPProblem(
            422, "no-picture", "No picture can be made", detail: detail, members: [("parameter", .string(parameter))])
    }
}

extension Parameters {
    /// A parameter as a decimal number from 0, in ten-thousandths.
    /// - Throws: 400 that names the parameter.
    fileprivate func share(_ name: String, upTo largest: Int) throws(HTTPProblem) -> Int? {
        guard let text = self[name] else { return nil }
        guard let share = Self.share(text, upTo: largest) else {
            throw .invalidParameter(name, "\(name): a decimal number from 0 to \(largest), not \"\(text)\"")
        }
        return share
    }

    /// Reads digits with up to four decimals; further decimals are cut off.
    fileprivate static func share(_ text: String, upTo largest: Int) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? parts[1] : "0"
        guard let whole = parts.first, (1...3).contains(whole.utf8.count), (1...17).contains(decimals.utf8.count),
            whole.utf8.allSatisfy({ (48...57).contains($0) }), decimals.utf8.allSatisfy({ (48...57).contains($0) }),
            let number = Int(whole), let part = Int((decimals + "0000").prefix(4))
        else { return nil }
        let share = number * CropArea.whole + part
        return share <= largest * CropArea.whole ? share : nil
    }
}
