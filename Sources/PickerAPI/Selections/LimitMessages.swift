import HTTPServing
import PhotoLibrary

/// What to tell a person who picks too many.
enum LimitMessages {
    /// The caller's words, in the language that the client likes best, or the server's.
    static func text(_ rules: SelectionRules, maximum: Int, type: MediaType?, for request: HTTPRequest) -> String {
        if let tag = request.preferredLanguage(of: rules.limitMessages.keys.filter { $0 != "*" }.sorted()),
            let text = rules.limitMessages[tag]
        {
            return text
        }
        return text(rules, maximum: maximum, type: type, in: Language(request))
    }

    /// The caller's words in a language, in its more general form, or for all languages (`*`); else the server's.
    static func text(_ rules: SelectionRules, maximum: Int, type: MediaType?, in language: Language) -> String {
        let tag = language.rawValue.lowercased()
        let general = tag.split(separator: "-").first.map(String.init) ?? tag
        return rules.limitMessages[tag] ?? rules.limitMessages[general] ?? rules.limitMessages["*"]
            ?? standard(maximum, type, language)
    }

    private static func standard(_ maximum: Int, _ type: MediaType?, _ language: Language) -> String {
        func noun(_ image: (String, String), _ video: (String, String), _ any: (String, String)) -> String {
            let forms = type == .image ? image : type == .video ? video : any
            return maximum == 1 ? forms.0 : forms.1
        }
        switch language {
        case .english:
            let noun = noun(("photo", "photos"), ("video", "videos"), ("item", "items"))
            return "You can select up to \(maximum) \(noun)"
        case .german:
            let noun = noun(("Foto", "Fotos"), ("Video", "Videos"), ("Objekt", "Objekte"))
            return "Du kannst höchstens \(maximum) \(noun) auswählen"
        case .french:
            let noun = noun(("photo", "photos"), ("vidéo", "vidéos"), ("élément", "éléments"))
            return "Vous pouvez sélectionner \(maximum) \(noun) au maximum"
        case .spanish:
            let noun = noun(("foto", "fotos"), ("video", "videos"), ("elemento", "elementos"))
            return "Puedes seleccionar \(maximum) \(noun) como máximo"
        case .simplifiedChinese: return "最多只能选择\(maximum)\(noun(("张照片", "张照片"), ("个视频", "个视频"), ("项", "项")))"
        case .traditionalChinese: return "最多只能選擇\(maximum)\(noun(("張照片", "張照片"), ("部影片", "部影片"), ("項", "項")))"
        case .japanese: return "\(noun(("写真は", "写真は"), ("ビデオは", "ビデオは"), ("", "")))\(maximum)個まで選択できます"
        }
    }
}
