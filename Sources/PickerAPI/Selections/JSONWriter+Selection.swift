import PhotoLibrary
import Platform

extension SelectionID {
    /// Names a selection and its version.
    func token(_ version: Version) -> LibraryToken {
        LibraryToken(libraryID: LibraryID(rawValue: rawValue), version: version)
    }
}

/// What lets others act for a selection's maker.
struct SelectionSecrets {
    /// What messages about its end are signed with.
    let callback: String
    /// What lets its bearer pick.
    let token: String
}

extension JSONWriter {
    /// Writes a selection in full, but for its items.
    /// - Parameter secrets: for the one who makes it alone.
    mutating func value(_ selection: Selection, _ secrets: SelectionSecrets? = nil) {
        beginObject()
        members(of: selection)
        key("createdDate")
        value(selection.createdDate.rfc3339)
        key("expiryDate")
        value(selection.terms.expiryDate?.rfc3339)
        key("endDate")
        value(selection.endDate?.rfc3339)
        members(of: selection.rules)
        key("callbackURL")
        value(selection.terms.callbackURL)
        if let secrets {
            key("callbackSecret")
            value(secrets.callback)
            key("selectionToken")
            value(secrets.token)
        }
        key("metadata")
        if let metadata = selection.terms.metadata { raw(metadata) } else { null() }
        key("pickerURL")
        value("/pick/\(selection.id)" + (secrets.map { "?token=\($0.token)" } ?? ""))
        key("itemsURL")
        value("/selections/\(selection.id)/items")
        key("archiveURL")
        value(selection.state == .completed ? "/selections/\(selection.id)/archive.zip" : nil)
        endObject()
    }

    /// Writes the members that change as people pick.
    mutating func members(of selection: Selection) {
        key("id")
        value(selection.id.description)
        key("version")
        value(selection.version)
        key("token")
        value(selection.id.token(selection.version).description)
        key("state")
        value(selection.state.name)
        key("count")
        value(selection.count)
        key("goneCount")
        value(selection.goneCount)
        key("isFull")
        value(selection.isFull)
        key("checksum")
        value(selection.checksum)
    }

    private mutating func members(of rules: SelectionRules) {
        key("allowsMultipleSelection")
        value(rules.allowsMultipleSelection)
        key("minimum")
        value(rules.minimum)
        key("maximum")
        value(rules.maximum)
        key("maximumByType")
        beginObject()
        for type in [MediaType.image, .video, .audio] {
            guard let maximum = rules.maximumByType[type] else { continue }
            key(text: type.name)
            value(maximum)
        }
        endObject()
        key("fetch")
        write(rules.fetch.parameters)
        key("allowsPlayTypes")
        beginArray()
        for type in rules.playTypes.map(\.rawValue).sorted() { value(type) }
        endArray()
        key("limitMessages")
        write(rules.limitMessages)
        key("preselected")
        beginArray()
        for id in rules.preselected { value(id.description) }
        endArray()
        key("isOrdered")
        value(rules.isOrdered)
        key("allowsCamera")
        value(rules.allowsCamera)
        key("crop")
        value(rules.crop.text)
    }

    private mutating func write(_ texts: [String: String]) {
        beginObject()
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            key(text: name)
            value(text)
        }
        endObject()
    }

    /// Writes an item without its asset's facts.
    mutating func value(_ item: SelectionItem, in selection: Selection) {
        beginObject()
        members(of: item, in: selection)
        endObject()
    }

    /// Writes an item with its asset as JSON; nil where that is gone.
    mutating func value(_ item: SelectionItem, in selection: Selection, asset: [UInt8]?) {
        beginObject()
        members(of: item, in: selection)
        key("asset")
        if let asset { raw(asset) } else { null() }
        key("links")
        null()
        endObject()
    }

    /// Writes an item of a completed selection with what was kept of its asset, and where its files are.
    mutating func value(
        _ item: SelectionItem, in selection: Selection, _ facts: SelectionFacts, _ signer: URLSigner
    ) {
        beginObject()
        members(of: item, in: selection)
        facts.write(to: &self, signer: signer)
        endObject()
    }

    private mutating func members(of item: SelectionItem, in selection: Selection) {
        key("id")
        value(item.assetID.description)
        key("number")
        value(selection.number(of: item.assetID))
        key("isGone")
        value(item.isGone)
        key("isFromCamera")
        value(item.isFromCamera)
        members(of: item.edit)
    }

    /// Writes what was done to an item.
    mutating func members(of edit: SelectionEdit) {
        key("crop")
        if let crop = edit.crop {
            beginObject()
            key("x")
            value(crop.x)
            key("y")
            value(crop.y)
            key("width")
            value(crop.width)
            key("height")
            value(crop.height)
            endObject()
        } else {
            null()
        }
        key("rotation")
        value(edit.rotation)
        key("frameTime")
        value(edit.frameTime)
        key("wantsOriginal")
        value(edit.wantsOriginal)
    }
}
