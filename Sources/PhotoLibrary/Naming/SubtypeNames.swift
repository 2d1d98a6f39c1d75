import Platform

/// Names, without extension, that phones and systems give to what is special: all that is known of subtypes by name.
enum SubtypeNames {
    /// Pictures of a screen.
    static let screenshots = [
        // Android, Windows, GNOME and macOS, in several languages.
        "Screenshot*", "screenshot*", "Screen Shot *", "SCREENSHOT*", "Bildschirmfoto*", "Capture d*écran*",
        "Captura de pantalla*", "Schermata *", "スクリーンショット*", "屏幕截图*", "截屏*", "螢幕截圖*", "Simulator Screen Shot *",
        "Simulator Screenshot *",
    ].map { NamePattern($0) }

    /// Videos of a screen.
    static let screenRecordings = [
        // iOS.
        "RPReplay_Final+*",
        // Android's, Samsung's, Xiaomi's; macOS's and GNOME's.
        "screen-########-######*", "Screen_Recording_*", "Screenrecorder-*", "ScreenRecording_*", "Screen Recording *",
        "Screencast from *", "Bildschirmaufnahme *", "Enregistrement de l*écran *",
    ].map { NamePattern($0) }

    /// Portraits with a soft background.
    static let portraits = [
        // Google Camera.
        "PXL_*.PORTRAIT*", "#####?PORTRAIT_#####_BURST+*",
    ].map { NamePattern($0) }

    /// Long exposures.
    static let longExposures = [
        // Google Camera.
        "PXL_*.LONG_EXPOSURE*"
    ].map { NamePattern($0) }

    /// Time lapses.
    static let timelapses = [
        "*timelapse*", "*Timelapse*", "*TimeLapse*", "*TIMELAPSE*", "*time-lapse*", "*Time-lapse*",
    ]
    .map { NamePattern($0) }

    /// Whether one of these patterns is that of a name.
    static func match(_ patterns: [NamePattern], _ stem: FileName) -> Bool {
        patterns.contains { $0.match(stem) != nil }
    }
}
