import HTTPServing

/// A language that the server's own words are known in.
enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case simplifiedChinese = "zh-Hans"
    case traditionalChinese = "zh-Hant"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case japanese = "ja"

    /// What clients call them, in small letters. Chinese is asked for by place more often than by script.
    private static let tags: KeyValuePairs<String, Language> = [
        "en": .english, "zh-hans": .simplifiedChinese, "zh-hant": .traditionalChinese, "zh-tw": .traditionalChinese,
        "zh-hk": .traditionalChinese, "zh-mo": .traditionalChinese, "zh": .simplifiedChinese, "de": .german,
        "fr": .french, "es": .spanish, "ja": .japanese,
    ]

    /// The language that a client likes best; English where it likes none of them.
    init(_ request: HTTPRequest) {
        let tag = request.preferredLanguage(of: Self.tags.map(\.key))
        self = Self.tags.first { $0.key == tag }?.value ?? .english
    }
}
