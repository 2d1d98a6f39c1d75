import HTTPServing
import PhotoLibrary
import Platform

extension ChangeMessages {
    /// A selection's first items with its token.
    func snapshot(_ view: String, _ now: Selection, window: Int) async throws(HTTPProblem) -> [UInt8] {
        let items = try await json(of: now.items(in: 0..<window), in: now)
        var writer = JSONWriter()
        head("snapshot", view, of: &writer)
        writer.key("token")
        writer.value(now.id.token(now.version).description)
        writer.key("count")
        writer.value(now.itemCount)
        write(now, [], refusal: nil, to: &writer)
        write(checksum: now.checksum, items.map(\.json), to: &writer)
        return writer.bytes
    }

    /// How a selection became what it is now.
    func change(
        _ view: String, _ difference: SelectionSnapshot.Difference, _ now: Selection, refusal: SelectionRefusal?
    ) async throws(HTTPProblem) -> [UInt8] {
        let steps = difference.details
        let wanted = (steps.inserted.map(\.id) + steps.changed.map(\.id)).prefix(Self.fullItemLimit)
        let found = try await json(of: wanted.compactMap { now.item(of: $0) }, in: now)
        let items = Dictionary(found.map { ($0.id, $0.json) }, uniquingKeysWith: { first, _ in first })
        var writer = JSONWriter()
        head("change", view, of: &writer)
        write(from: difference.before.id.token(difference.before.version), to: now, in: &writer)
        write(now, difference.events, refusal: refusal, to: &writer)
        write(steps, count: now.itemCount, checksum: now.checksum, itemKey: "item", items: items, to: &writer)
        return writer.bytes
    }

    /// A selection, to be taken anew.
    func reload(
        _ view: String, from: LibraryToken, _ now: Selection, _ reason: FetchChange.Reason, window: Int
    ) async throws(HTTPProblem) -> [UInt8] {
        let items = try await json(of: now.items(in: 0..<window), in: now)
        var writer = JSONWriter()
        head("reload", view, of: &writer)
        write(from: from, to: now, in: &writer)
        write(now, now.state == .open ? [] : [.ended(now.state)], refusal: nil, to: &writer)
        write(reason, countBefore: nil, countAfter: now.itemCount, to: &writer)
        write(checksum: now.checksum, items.map(\.json), to: &writer)
        return writer.bytes
    }

    /// The end of a view whose selection was deleted; one that was open is cancelled thereby.
    func gone(_ view: String, _ last: Selection) -> [UInt8] {
        var writer = JSONWriter()
        head("reload", view, of: &writer)
        write(from: last.id.token(last.version), to: last, in: &writer)
        writer.key("events")
        write(last.state == .open ? [.ended(.cancelled)] : [], last, refusal: nil, to: &writer)
        write(.viewGone, countBefore: nil, countAfter: 0, to: &writer)
        write(checksum: CollectionID.checksum(of: []), [], to: &writer)
        return writer.bytes
    }

    private func write(from: LibraryToken, to now: Selection, in writer: inout JSONWriter) {
        writer.key("from")
        writer.value(from.description)
        writer.key("to")
        writer.value(now.id.token(now.version).description)
    }

    /// How the selection is, and what happened.
    private func write(
        _ now: Selection, _ events: [SelectionEvent], refusal: SelectionRefusal?, to writer: inout JSONWriter
    ) {
        writer.key("selection")
        writer.beginObject()
        writer.members(of: now)
        writer.endObject()
        writer.key("events")
        write(events, now, refusal: refusal, to: &writer)
    }

    private func write(
        _ events: [SelectionEvent], _ now: Selection, refusal: SelectionRefusal?, to writer: inout JSONWriter
    ) {
        writer.beginArray()
        for event in events {
            writer.beginObject()
            writer.key("type")
            writer.value(event.name)
            switch event {
            case .selected(let ids), .cameraUsed(let ids), .deselected(let ids), .moved(let ids), .edited(let ids),
                .assetChanged(let ids),
                .assetGone(let ids), .assetBack(let ids):
                writer.key("ids")
                writer.beginArray()
                for id in ids { writer.value(id.description) }
                writer.endArray()
            case .count(let count):
                writer.key("count")
                writer.value(count)
            case .ended: break
            }
            writer.endObject()
        }
        if case .limitExceeded(let maximum, let type)? = refusal {
            writer.beginObject()
            writer.key("type")
            writer.value("limitExceeded")
            writer.key("maximum")
            writer.value(maximum)
            writer.key("mediaType")
            writer.value(type?.name)
            writer.key("message")
            writer.value(LimitMessages.text(now.rules, maximum: maximum, type: type, in: language))
            writer.endObject()
        }
        writer.endArray()
    }

    private func json(
        of items: [SelectionItem], in selection: Selection
    ) async throws(HTTPProblem) -> [(id: AssetID, json: [UInt8])] {
        let assets = try await services.assetJSON(of: items, details)
        return items.map { item in
            var writer = JSONWriter()
            writer.value(item, in: selection, asset: item.isGone ? nil : assets[item.assetID])
            return (item.assetID, writer.bytes)
        }
    }
}

extension SelectionEvent {
    /// The word that clients see.
    fileprivate var name: String {
        switch self {
        case .selected: "selected"
        case .cameraUsed: "cameraUsed"
        case .deselected: "deselected"
        case .moved: "moved"
        case .edited: "edited"
        case .assetChanged: "assetChanged"
        case .assetGone: "assetGone"
        case .assetBack: "assetBack"
        case .count: "count"
        case .ended(let state): state.name
        }
    }
}
