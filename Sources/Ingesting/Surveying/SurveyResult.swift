import PhotoLibrary

/// What came of a survey.
struct SurveyResult {
    /// Whether the disk held still meanwhile.
    var isSteady = true
    /// Whether the catalogue had to be changed.
    var isChanged = false
    /// Whether something is to be looked at in folders that were on their way; the next update does it.
    var hasMissed = false
    /// Whether what was concluded must be looked over once nothing happens any more.
    var hasSuspects = false
    /// Assets whose files are still to be read.
    var toRead: [AssetID] = []
    /// Assets that may have other sidecars than those that they were read with.
    var beside: Set<AssetID> = []
}
