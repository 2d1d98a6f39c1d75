public import PhotoLibrary
import Platform

/// What a caller's address is told of a selection that has ended: `openapi.yaml`, schema `SelectionMessage`.
public enum CallbackMessage {
    /// Writes it, as JSON.
    public static func body(of selection: Selection) -> [UInt8] {
        guard let outcome = selection.outcome else { return [] }
        var writer = JSONWriter(capacity: 1024)
        writer.beginObject()
        writer.key("type")
        writer.value("selection.\(outcome.state.name)")
        writer.key("timestamp")
        writer.value(outcome.date.rfc3339)
        writer.key("data")
        writer.beginObject()
        writer.key("selection")
        writer.value(selection)
        writer.key("items")
        writer.beginArray()
        for item in outcome.items {
            writer.beginObject()
            writer.key("number")
            writer.value(item.number)
            writer.key("id")
            writer.value(item.assetID.description)
            writer.members(of: item.edit)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }
}
