import PhotoLibrary

/// What came of a survey.
struct SurveyResult {
    /// Whether the disk held still meanwhile.
    var isSteady = true
    /// Whether the catalogue had to be changed.
    var isChanged = false
    /// Assets whose files are still to be read.
    var toRead: [AssetID] = []
}
