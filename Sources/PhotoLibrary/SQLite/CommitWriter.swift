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
    private var members: [AssetID: AssetID?] = [:]

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
        let membership = try joinGroup(asset)
        let before = found.flatMap { $0.isRemoved || membership.before != nil ? nil : $0.summary }
        let after = membership.after == nil ? AssetSummary(asset, revision: version) : nil
        note(asset.id, before: before, after: after, fields)
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
        let membership = try leaveGroup(id)
        note(id, before: membership == nil ? found.summary : nil, after: nil, [])
    }

    // MARK: Groups

    /// Writes to whose group an asset belongs, and notes that the groups concerned have changed.
    private mutating func joinGroup(_ asset: Asset) throws -> (before: Membership?, after: Membership?) {
        let before = try MembershipRows.find(asset.id, in: connection)
        let after = asset.membership
        if before != after {
            try MembershipRows.put(after, of: asset.id, in: connection)
            if before?.ownerID != after?.ownerID { members[asset.id] = .some(after?.ownerID) }
        }
        for membership in [before, after].compactMap(\.self) { try touch(membership) }
        return (before, after)
    }

    /// Takes an asset out of its group, and all others out of the group that it is shown for: nothing may be a member
    /// of what is not there.
    private mutating func leaveGroup(_ id: AssetID) throws -> Membership? {
        let membership = try MembershipRows.find(id, in: connection)
        if let membership {
            try MembershipRows.put(nil, of: id, in: connection)
            members[id] = .some(nil)
            try touch(membership)
        }
        for member in try MembershipRows.members(of: id, in: connection) {
            try MembershipRows.put(nil, of: member, in: connection)
            members[member] = .some(nil)
            if let summary = try setRevision(of: member)?.after { note(member, before: nil, after: summary) }
        }
        return membership
    }

    /// Notes that an asset is another than it was, since one of its group's members is.
    private mutating func touch(_ membership: Membership) throws {
        guard try MembershipRows.find(membership.ownerID, in: connection) == nil,
            let (before, after) = try setRevision(of: membership.ownerID)
        else { return }
        let shown: ChangedFields = [.pixelWidth, .pixelHeight, .thumbnailURL]
        let fields: ChangedFields = [.resources, .problems, .video]
        note(
            membership.ownerID, before: before, after: after, membership.kind == .edited ? fields.union(shown) : fields)
    }

    private func setRevision(of id: AssetID) throws -> (before: AssetSummary, after: AssetSummary)? {
        guard let found = try SummaryRows.find(id, in: connection), !found.isRemoved else { return nil }
        let statement = try connection.statement("UPDATE assets SET revision = ? WHERE id = ?")
        statement.bind(version)
        statement.bind(id.rawValue)
        try statement.run()
        return try SummaryRows.find(id, in: connection).map { (found.summary, $0.summary) }
    }

    /// Notes what happened to an asset; what happened to it in several steps is one transition.
    private mutating func note(
        _ id: AssetID, before: AssetSummary?, after: AssetSummary?, _ fields: ChangedFields = []
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
        let links = members.map { MemberLink(id: $0.key, ownerID: $0.value) }
        let commit = Commit(version: version, date: date, assets: assets, folders: folders, members: links)
        try ChangeRows.put(commit, in: connection)
        let library = try connection.statement("UPDATE library SET version = ?, greatestID = ?")
        library.bind(version)
        library.bind(greatestID)
        try library.run()
        return commit
    }
}
