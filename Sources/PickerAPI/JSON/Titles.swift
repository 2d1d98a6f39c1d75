import PhotoLibrary

/// The server's own words that people see: titles of collections and of sections, in the order of `Language.allCases`.
enum Titles {
    /// The title of a smart album, of everything (`userLibrary`), or of a section; nil for any other key.
    static func title(_ key: String, in language: Language) -> String? {
        guard let words = table[key], let place = Language.allCases.firstIndex(of: language) else { return nil }
        return words[place]
    }

    /// Every key with its words.
    static let table: [String: [String]] = [
        "section.all": ["Library", "图库", "圖庫", "Mediathek", "Photothèque", "Fototeca", "ライブラリ"],
        "section.smart": [
            "Media Types", "媒体类型", "媒體類型", "Medienarten", "Types de média", "Tipos de contenido", "メディアタイプ",
        ],
        "section.user": ["Folders", "文件夹", "檔案夾", "Ordner", "Dossiers", "Carpetas", "フォルダ"],
        "userLibrary": ["All Photos", "所有照片", "所有照片", "Alle Fotos", "Toutes les photos", "Todas las fotos", "すべての写真"],
        "recentlyAdded": [
            "Recently Added", "最近添加", "最近加入", "Zuletzt hinzugefügt", "Ajouts récents", "Añadido recientemente",
            "最近追加した項目",
        ],
        "favorites": ["Favorites", "个人收藏", "喜好項目", "Favoriten", "Favoris", "Favoritos", "お気に入り"],
        "videos": ["Videos", "视频", "影片", "Videos", "Vidéos", "Vídeos", "ビデオ"],
        "selfPortraits": ["Selfies", "自拍", "自拍", "Selfies", "Selfies", "Selfies", "セルフィー"],
        "livePhotos": ["Live Photos", "实况照片", "原況照片", "Live Photos", "Live Photos", "Live Photos", "Live Photos"],
        "depthEffect": ["Portrait", "人像", "人像", "Porträt", "Portrait", "Retrato", "ポートレート"],
        "longExposures": [
            "Long Exposure", "长曝光", "長時間曝光", "Langzeitbelichtung", "Pose longue", "Larga exposición", "長時間露光",
        ],
        "panoramas": ["Panoramas", "全景照片", "全景照片", "Panoramen", "Panoramas", "Panoramas", "パノラマ"],
        "timelapses": ["Time-lapse", "延时摄影", "縮時攝影", "Zeitraffer", "Accéléré", "Cámara rápida", "タイムラプス"],
        "slomoVideos": ["Slo-mo", "慢动作", "慢動作", "Slo-Mo", "Ralenti", "Cámara lenta", "スローモーション"],
        "bursts": ["Bursts", "连拍快照", "連拍", "Serien", "Rafales", "Ráfagas", "バースト"],
        "screenshots": [
            "Screenshots", "截屏", "截圖", "Bildschirmfotos", "Captures d’écran", "Capturas de pantalla", "スクリーンショット",
        ],
        "screenRecordings": [
            "Screen Recordings", "屏幕录制", "螢幕錄影", "Bildschirmaufnahmen", "Enregistrements d’écran",
            "Grabaciones de pantalla", "画面収録",
        ],
        "animated": ["Animated", "动图", "動圖", "Animiert", "Animations", "Animaciones", "アニメーション"],
        "raw": ["RAW", "RAW", "RAW", "RAW", "RAW", "RAW", "RAW"],
        "hidden": ["Hidden", "已隐藏", "已隱藏", "Ausgeblendet", "Masqués", "Oculto", "非表示"],
    ]
}

extension AssetCollection.Title {
    /// The title in a language.
    func text(in language: Language) -> String {
        switch self {
        case .verbatim(let name): name
        case .localized(let key): Titles.title(key, in: language) ?? key
        }
    }
}

extension CollectionSection.Kind {
    /// The section's title in a language.
    func title(in language: Language) -> String { Titles.title("section.\(rawValue)", in: language) ?? rawValue }
}
