public import Platform

/// What was done about a damaged database when it was opened.
public struct CatalogueRecovery: Sendable, Equatable {
    /// What was found to be wrong.
    public var reason: String
    /// Where the damaged database was put.
    public var setAside: FileName
    /// Assets that could still be read: kept as tombstones, so that they get their ids, favourites and titles back when
    /// their folders are scanned.
    public var salvagedAssetCount: Int

    /// Makes a report.
    public init(reason: String, setAside: FileName, salvagedAssetCount: Int) {
        self.reason = reason
        self.setAside = setAside
        self.salvagedAssetCount = salvagedAssetCount
    }
}
