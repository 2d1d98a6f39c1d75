/// A part of a picture that metadata speak of, such as a face.
public struct MediaRegion: Hashable, Sendable {
    /// What is there: `Face`, `Pet`, `Focus`, `BarCode` (MWG 2.0, section 5.9); nil where nothing is said.
    public var type: String?
    /// Who or what it is.
    public var name: String?
    /// Its left and upper edge and its size, as parts (0 to 1) of the picture as it is shown.
    public var x, y, width, height: Double

    /// Makes a region.
    public init(type: String?, name: String?, x: Double, y: Double, width: Double, height: Double) {
        self.type = type
        self.name = name
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

extension MediaDetails {
    private static let between: Character = "\u{1F}"
    private static let end: Character = "\u{1E}"

    /// Parts of the picture that metadata speak of, in their order.
    public var regions: [MediaRegion] {
        get {
            (self[.regions] ?? "").split(separator: Self.end).compactMap { text in
                let parts = text.split(separator: Self.between, omittingEmptySubsequences: false).map(String.init)
                let numbers = parts.dropFirst(2).compactMap { Double($0) }
                guard parts.count == 6, numbers.count == 4 else { return nil }
                return MediaRegion(
                    type: parts[0].isEmpty ? nil : parts[0], name: parts[1].isEmpty ? nil : parts[1], x: numbers[0],
                    y: numbers[1], width: numbers[2], height: numbers[3])
            }
        }
        set {
            func clean(_ text: String?) -> String {
                (text ?? "").filter { $0 != Self.between && $0 != Self.end }
            }
            let texts = newValue.map { region in
                [
                    clean(region.type), clean(region.name), "\(region.x)", "\(region.y)", "\(region.width)",
                    "\(region.height)",
                ]
                .joined(separator: String(Self.between))
            }
            self[.regions] = texts.isEmpty ? nil : texts.joined(separator: String(Self.end))
        }
    }
}
