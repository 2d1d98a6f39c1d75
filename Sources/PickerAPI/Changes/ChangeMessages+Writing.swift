import PhotoLibrary
import Platform

extension ChangeMessages {
    /// Begins a message about a view.
    func head(_ type: String, _ view: String, of writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("type")
        writer.value(type)
        writer.key("view")
        writer.value(view)
    }

    /// Begins a change.
    func head(_ type: String, _ view: String, from: LibraryToken, to version: Version, of writer: inout JSONWriter) {
        head(type, view, of: &writer)
        writer.key("from")
        writer.value(from.description)
        writer.key("to")
        writer.value(services.token(version).description)
    }

    /// Ends a snapshot or a reload: the list's checksum and its first items.
    func write(checksum: String, _ items: [[UInt8]], to writer: inout JSONWriter) {
        writer.key("checksum")
        writer.value(checksum)
        writer.key("offset")
        writer.value(0)
        writer.key("items")
        writer.beginArray()
        for item in items { writer.raw(item) }
        writer.endArray()
        writer.endObject()
    }

    /// Says that a list has to be taken anew.
    func write(_ reason: FetchChange.Reason, countBefore: Int?, countAfter: Int, to writer: inout JSONWriter) {
        writer.key("countBefore")
        writer.value(countBefore)
        writer.key("countAfter")
        writer.value(countAfter)
        writer.key("hasIncrementalChanges")
        writer.value(false)
        writer.key("reason")
        writer.value(reason.rawValue)
    }

    /// Writes the steps of a change, and ends it.
    func write<ID>(
        _ steps: ChangeDetails<ID>, count: Int, checksum: String, itemKey: StaticString, items: [ID: [UInt8]],
        to writer: inout JSONWriter
    ) where ID: CustomStringConvertible {
        writer.key("countBefore")
        writer.value(steps.countBefore)
        writer.key("countAfter")
        writer.value(count)
        writer.key("hasIncrementalChanges")
        writer.value(true)
        writer.key("removed")
        writer.beginArray()
        for index in steps.removed { writer.value(index) }
        writer.endArray()
        writer.key("moved")
        writer.beginArray()
        for move in steps.moved {
            writer.beginObject()
            writer.key("from")
            writer.value(move.from)
            writer.key("to")
            writer.value(move.to)
            writer.key("id")
            writer.value(move.id.description)
            writer.endObject()
        }
        writer.endArray()
        writer.key("inserted")
        writer.beginArray()
        for place in steps.inserted {
            begin(place, itemKey, items, of: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.key("changed")
        writer.beginArray()
        for place in steps.changed {
            begin(place, itemKey, items, of: &writer)
            writer.key("fields")
            writer.beginArray()
            for field in place.fields.names { writer.value(field) }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.key("checksum")
        writer.value(checksum)
        writer.endObject()
    }

    /// The place and what is there: in full, or by its id alone.
    private func begin<ID: CustomStringConvertible>(
        _ place: ChangeDetails<ID>.Place, _ itemKey: StaticString, _ items: [ID: [UInt8]], of writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.key("index")
        writer.value(place.index)
        if let item = items[place.id] {
            writer.key(itemKey)
            writer.raw(item)
        } else {
            writer.key("id")
            writer.value(place.id.description)
        }
    }
}
