import Platform

/// Writes one commit: its changes, its version and its entry in the change log, in one transaction.
struct CommitWriter {
    private let connection: SQLiteConnection
    private let date: Timestamp
    private let version: Version
    private var greatestID: Int64
    private var assets: [Commit.Transition<AssetSummary>] = []
    private var assetPlaces: [AssetID: Int] = [:]
    private var folders: [Commit.Transition<Folder>] = []
    private var folderPlaces: [FolderID: Int] = [:]

    /// Applies the changes, all or none. Where they change nothing, no version is made.
    static func commit(_ changes: [CatalogueChange], date: Timestamp, in connection: SQLiteConnection) throws -> Commit
    {
        let version = try connection.number("SELECT version FROM library") ?? 0
        let nothing = Commit(version: version, date: date, assets: [], folders: [])
        if changes.isEmpty { return nothing }
        return try connection.transaction("BEGIN IMMEDIATE") {
            var writer = CommitWriter(
                connection: connection, date: date, version: version + 1,
                greatestID: try connection.number("SELECT greatestID FROM library") ?? 0)
            for change in changes { try writer.apply(change) }
            return try writer.finish() ?? nothing
        }
    }

    private init(connection: SQLiteConnection, date: Timestamp, version: Version, greatestID: Int64) {
        self.connection = connection
        self.date = date
        self.version = version
        self.greatestID = greatestID
    }

    private mutating func apply(_ change: CatalogueChange) throws {
        switch change {
        case .putAsset(let asset): try put(asset)
        case .removeAsset(let id): try remove(id)
        case .putFolder(let folder):
            note(folder.id, before: try FolderRows.find(folder.id, in: connection), after: folder)
            try FolderRows.put(folder, in: connection)
            greatestID = max(greatestID, folder.id.rawValue)
        case .removeFolder(let id):
            guard let before = try FolderRows.find(id, in: connection) else { return }
            guard try !FolderRows.isInUse(id, in: connection) else { throw CatalogueError.folderNotEmpty(id) }
            note(id, before: before, after: nil)
            try FolderRows.remove(id, in: connection)
        }
    }

    private mutating func put(_ asset: Asset) throws {
        let found = try SummaryRows.find(asset.id, in: connection)
        var fields = ChangedFields()
        if found?.isRemoved == false, let old = try CatalogueReads.asset(asset.id, in: connection) {
            fields = asset.fields(differingFrom: old)
        }
        try AssetRows.put(asset, revision: version, in: connection)
        try ResourceRows.put(asset.resources, of: asset.id, isNew: found == nil, in: connection)
        let before = found.flatMap { $0.isRemoved ? nil : $0.summary }
        note(asset.id, before: before, after: AssetSummary(asset, revision: version), fields)
        greatestID = max(greatestID, asset.id.rawValue)
        for resource in asset.resources { greatestID = max(greatestID, resource.id.rawValue) }
    }

    private mutating func remove(_ id: AssetID) throws {
        guard let found = try SummaryRows.find(id, in: connection), !found.isRemoved else { return }
        let asset = try connection.statement("UPDATE assets SET removed = ?, revision = ? WHERE id = ?")
        asset.bind(date.nanoseconds)
        asset.bind(version)
        asset.bind(id.rawValue)
        try asset.run()
        let resources = try connection.statement("UPDATE resources SET isRemoved = 1 WHERE asset = ?")
        resources.bind(id.rawValue)
        try resources.run()
        note(id, before: found.summary, after: nil, [])
    }

    /// Notes what happened to an asset; what happened to it in several steps is one transition.
    private mutating func note(
        _ id: AssetID, before: AssetSummary?, after: AssetSummary?, _ fields: ChangedFields
    ) {
        if let place = assetPlaces[id] {
            let earlier = assets[place]
            let both = earlier.fields.union(fields).union(before == nil ? .ofAssets : [])
            assets[place] = Commit.Transition(before: earlier.before, after: after, fields: both)
        } else {
            assetPlaces[id] = assets.count
            assets.append(Commit.Transition(before: before, after: after, fields: fields))
        }
    }

    private mutating func note(_ id: FolderID, before: Folder?, after: Folder?) {
        if let place = folderPlaces[id] {
            folders[place] = Commit.Transition(before: folders[place].before, after: after)
        } else {
            folderPlaces[id] = folders.count
            folders.append(Commit.Transition(before: before, after: after))
        }
    }

    /// Writes version and log; nil where nothing has changed in the end.
    private mutating func finish() throws -> Commit? {
        assets.removeAll { $0.before == nil && $0.after == nil }
        folders.removeAll { $0.before == nil && $0.after == nil }
        if assets.isEmpty && folders.isEmpty { return nil }
        let commit = Commit(version: version, date: date, assets: assets, folders: folders)
        try ChangeRows.put(commit, in: connection)
        let library = try connection.statement("UPDATE library SET version = ?, greatestID = ?")
        library.bind(version)
        library.bind(greatestID)
        try library.run()
        return commit
    }
}
