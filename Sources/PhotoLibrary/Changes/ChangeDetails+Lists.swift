extension ChangeDetails {
    /// Finds what makes one whole list of another, in O(n log n): for short lists of which nobody keeps what was touched.
    /// - Parameter changed: what looks different where it is in both lists.
    static func between(_ before: [ID], _ after: [ID], changed: [ID: ChangedFields]) -> ChangeDetails {
        let placesBefore = Dictionary(zip(before, before.indices), uniquingKeysWith: { first, _ in first })
        let placesAfter = Dictionary(zip(after, after.indices), uniquingKeysWith: { first, _ in first })
        let touched = Set(before).union(after).map { id in
            Touched(
                id: id, before: placesBefore[id], after: placesAfter[id], isChanged: changed[id] != nil,
                fields: changed[id] ?? [])
        }
        let details = find(
            countBefore: before.count, countAfter: after.count, touched: touched, limit: .max,
            idsBefore: { Array(before[$0]) })
        return details ?? ChangeDetails(countBefore: before.count, countAfter: after.count)
    }
}

extension CollectionID {
    /// The checksum of a list of collections as clients compute it: folders by the number of their id, others by the
    /// FNV-1a 64 hash of their word.
    public static func checksum(of ids: [CollectionID]) -> String {
        var checksum = OrderChecksum()
        for id in ids {
            if case .folder(let folder) = id {
                checksum.append(UInt64(bitPattern: folder.rawValue))
            } else {
                checksum.append(
                    id.description.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
            }
        }
        return OrderChecksum.text(checksum.forward)
    }
}
