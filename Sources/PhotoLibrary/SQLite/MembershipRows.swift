import Platform

/// Which assets are members of which others' groups, as rows.
enum MembershipRows {
    /// Leaves out members where it follows `WHERE` on a table of assets called `a`.
    static let areShown = "a.id NOT IN (SELECT asset FROM memberships)"

    /// The membership of an asset; nil where it is by itself.
    static func find(_ id: AssetID, in connection: SQLiteConnection) throws -> Membership? {
        let row = try connection.statement("SELECT owner, kind, rule, evidence FROM memberships WHERE asset = ?")
        defer { row.reset() }
        row.bind(id.rawValue)
        guard try row.step() else { return nil }
        let owner = AssetID(rawValue: row.int64())
        guard let kind = Resource.Kind(rawValue: row.int()),
            let rule = Membership.Rule(rawValue: row.textOrNil() ?? "")
        else { return nil }
        return Membership(ownerID: owner, kind: kind, rule: rule, evidence: row.textOrNil() ?? "")
    }

    /// Writes the membership of an asset in place of what is there.
    static func put(_ membership: Membership?, of id: AssetID, in connection: SQLiteConnection) throws {
        guard let membership else {
            let statement = try connection.statement("DELETE FROM memberships WHERE asset = ?")
            statement.bind(id.rawValue)
            return try statement.run()
        }
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO memberships (asset, owner, kind, rule, evidence) VALUES (?, ?, ?, ?, ?)")
        statement.bind(id.rawValue)
        statement.bind(membership.ownerID.rawValue)
        statement.bind(membership.kind.rawValue)
        statement.bind(membership.rule.rawValue)
        statement.bind(membership.evidence)
        try statement.run()
    }

    /// The members of an asset's group, ascending by id.
    static func members(of owner: AssetID, in connection: SQLiteConnection) throws -> [AssetID] {
        let row = try connection.statement("SELECT asset FROM memberships WHERE owner = ? ORDER BY asset")
        defer { row.reset() }
        row.bind(owner.rawValue)
        var members: [AssetID] = []
        while try row.step() { members.append(AssetID(rawValue: row.int64())) }
        return members
    }

    /// Every member with the asset that is shown for it, ascending by the member.
    static func all(_ connection: SQLiteConnection) throws -> [MemberLink] {
        let row = try connection.statement("SELECT asset, owner FROM memberships ORDER BY asset")
        defer { row.reset() }
        var links: [MemberLink] = []
        while try row.step() {
            links.append(MemberLink(id: AssetID(rawValue: row.int64()), ownerID: AssetID(rawValue: row.int64())))
        }
        return links
    }
}
