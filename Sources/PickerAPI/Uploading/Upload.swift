import HTTPServing
import MediaDecoding
import Platform

/// A picture or video that a client sends, checked.
struct Upload: Sendable {
    /// The largest that is taken, in bytes: photos of today's cameras and short videos. It is in memory as a whole.
    static let limit = 64 << 20
    /// The longest name in characters (Unicode scalars), and in bytes: with a number in it, within what file systems
    /// take (255).
    private static let longestName = (characters: 100, bytes: 200)
    /// Extensions by media type.
    private static let extensions: KeyValuePairs<String, [String]> = [
        "image/jpeg": ["jpg", "jpeg"], "image/heic": ["heic"], "image/heif": ["heif"], "image/png": ["png"],
        "image/webp": ["webp"], "image/avif": ["avif"], "image/gif": ["gif"], "image/tiff": ["tif", "tiff"],
        "image/x-adobe-dng": ["dng"], "video/mp4": ["mp4", "m4v"], "video/quicktime": ["mov", "qt"],
    ]
    /// The media types that are taken.
    static let types = extensions.map(\.key)

    let content: [UInt8]
    /// The name that the file is to have.
    let filename: FileName

    /// Reads a request; without a `filename` the file is named by the moment.
    init(_ request: HTTPRequest, now: Timestamp) throws(HTTPProblem) {
        guard !request.body.isEmpty else { throw .malformedRequest("the content is empty") }
        guard ContentProbe.isPictureOrVideo(Array(request.body.prefix(ContentProbe.length))) else { throw .notAPicture }
        guard let extensions = Self.extensions.first(where: { $0.key == request.contentType })?.value,
            let first = extensions.first
        else { throw .internalError }
        content = request.body
        guard let given = Parameters(request)["filename"] else {
            let digits = now.rfc3339.prefix { $0 != "." && $0 != "Z" }.filter { $0.isNumber || $0 == "T" }
            filename = FileName("IMG_\(digits.replacing("T", with: "_")).\(first)")
            return
        }
        let isName =
            !given.isEmpty && !given.hasPrefix(".") && given.utf8.count <= Self.longestName.bytes
            && given.unicodeScalars.count <= Self.longestName.characters
            && !given.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0 == "/" || $0 == "\\" }
        guard isName else {
            throw .invalidParameter(
                "filename", "filename: a name of 1 to \(Self.longestName.characters) characters that is not hidden")
        }
        let isOfType = extensions.contains { given.lowercased().hasSuffix("." + $0) }
        filename = FileName(isOfType ? given : "\(given).\(first)")
    }
}

extension HTTPProblem {
    fileprivate static var notAPicture: HTTPProblem {
        HTTPProblem(
            422, "not-a-picture", "No picture or video",
            detail: "the content does not begin as a picture or video does")
    }
}
