extension ChangeDetails {
    /// Something that may have changed: its places in both lists, nil where it is not there.
    struct Touched {
        let id: ID
        let before: Int?
        let after: Int?
        /// Whether it looks different though it is in both.
        let isChanged: Bool
        /// What of it changed, where that is known.
        var fields: ChangedFields = []
    }

    /// Finds what makes the list after out of the list before, in O(k log k) for k touched things.
    /// - Parameters:
    ///   - touched: everything that may have come, gone, moved or changed, each once; all else stands in the same order
    ///     in both lists.
    ///   - idsBefore: gives what stands at places in the list before.
    ///   - limit: how many entries are worth having; nil comes back where there would be more.
    static func find(
        countBefore: Int, countAfter: Int, touched: [Touched], limit: Int, idsBefore: (Range<Int>) -> [ID]
    ) -> ChangeDetails? {
        var details = ChangeDetails(countBefore: countBefore, countAfter: countAfter)
        let before = touched.filter { $0.before != nil }.sorted { $0.before ?? 0 < $1.before ?? 0 }
        let after = touched.filter { $0.after != nil }.sorted { $0.after ?? 0 < $1.after ?? 0 }
        details.removed = before.filter { $0.after == nil }.compactMap(\.before)
        for item in after {
            guard let index = item.after else { continue }
            if item.before == nil {
                details.inserted.append(Place(index: index, id: item.id))
            } else if item.isChanged {
                details.changed.append(Place(index: index, id: item.id, fields: item.fields))
            }
        }
        guard details.entryCount <= limit else { return nil }

        // Of two lists without the touched ones nothing has changed: the steady ones.
        let steadyCount = countBefore - before.count
        var steadyAfter: [ID: Int] = [:]
        for (number, item) in after.enumerated() { steadyAfter[item.id] = (item.after ?? 0) - number }
        var loose: [MoveFinder.Loose] = []
        var looseItems: [Touched] = []
        for (number, item) in before.enumerated() {
            guard let from = item.before, let to = item.after, let steady = steadyAfter[item.id] else { continue }
            loose.append(
                MoveFinder.Loose(
                    steadyBefore: from - number, steadyAfter: steady, indexBefore: from, indexAfter: to))
            looseItems.append(item)
        }
        let finder = MoveFinder(loose, steadyCount: steadyCount)
        let movedSteadyCount = finder.movedSteady.reduce(0) { $0 + $1.count }
        guard details.entryCount + finder.movedLoose.count + movedSteadyCount <= limit else { return nil }
        for number in finder.movedLoose {
            let item = looseItems[number]
            details.moved.append(Move(from: item.before ?? 0, to: item.after ?? 0, id: item.id))
        }
        let placesBefore = before.compactMap(\.before)
        let placesAfter = after.compactMap(\.after)
        for run in finder.movedSteady {
            for number in run {
                let from = place(ofSteady: number, among: placesBefore)
                let to = place(ofSteady: number, among: placesAfter)
                if let id = idsBefore(from..<from + 1).first { details.moved.append(Move(from: from, to: to, id: id)) }
            }
        }
        details.moved.sort { $0.to < $1.to }
        return details
    }

    /// The place of a steady entry: its number, and one more for each touched one that stands before it.
    /// - Parameter touched: places of touched ones, ascending.
    private static func place(ofSteady number: Int, among touched: [Int]) -> Int {
        // The touched one of number k has touched[k] - k steady ones before it, which ascends with k.
        var low = 0
        var high = touched.count
        while low < high {
            let middle = (low + high) / 2
            if touched[middle] - middle <= number { low = middle + 1 } else { high = middle }
        }
        return number + low
    }
}
