import Platform

/// Items and steps of selections as bytes.
enum SelectionPayload {
    /// The only layout so far; another one gets another number.
    private static let layout: UInt8 = 1

    /// Writes an item, but for its asset.
    static func encode(_ item: SelectionItem) -> [UInt8] {
        var writer = ByteWriter()
        writer.byte(layout)
        write(item, to: &writer)
        return writer.bytes
    }

    /// Reads an item; nil for what makes no sense.
    static func item(of asset: AssetID, _ bytes: [UInt8]) -> SelectionItem? {
        var reader = ByteReader(bytes)
        guard let first = try? reader.byte(), first == layout else { return nil }
        return try? item(of: asset, from: &reader)
    }

    /// Writes a step.
    static func encode(_ change: SelectionChange) -> [UInt8] {
        var writer = ByteWriter()
        writer.byte(layout)
        writer.byte(change.isRewritten ? 1 : 0)
        writer.number(Int64(change.transitions.count))
        for transition in change.transitions {
            writer.byte((transition.before == nil ? 0 : 1) | (transition.after == nil ? 0 : 2))
            writer.fixed(transition.id?.rawValue ?? 0)
            if let before = transition.before { write(before, to: &writer) }
            if let after = transition.after { write(after, to: &writer) }
        }
        return writer.bytes
    }

    /// Reads a step; nil for what makes no sense.
    static func change(_ version: Version, _ bytes: [UInt8]) -> SelectionChange? {
        var reader = ByteReader(bytes)
        do {
            guard try reader.byte() == layout else { return nil }
            let isRewritten = try reader.byte() == 1
            var transitions: [SelectionChange.Transition] = []
            for _ in 0..<max(0, try reader.number()) {
                let flags = try reader.byte()
                let asset = AssetID(rawValue: try reader.fixed())
                let before = flags & 1 == 0 ? nil : try item(of: asset, from: &reader)
                let after = flags & 2 == 0 ? nil : try item(of: asset, from: &reader)
                transitions.append(SelectionChange.Transition(before: before, after: after))
            }
            return SelectionChange(version: version, transitions: transitions, isRewritten: isRewritten)
        } catch {
            return nil
        }
    }

    private static func write(_ item: SelectionItem, to writer: inout ByteWriter) {
        let edit = item.edit
        writer.byte(
            (item.isGone ? 1 : 0) | (edit.wantsOriginal ? 2 : 0) | (edit.crop == nil ? 0 : 4)
                | (edit.frameTime == nil ? 0 : 8) | (item.isFromCamera ? 16 : 0))
        writer.number(item.place)
        writer.number(item.revision)
        writer.number(Int64(item.mediaType.rawValue))
        writer.number(Int64(edit.rotation))
        if let crop = edit.crop {
            for number in [crop.x, crop.y, crop.width, crop.height] { write(number, to: &writer) }
        }
        if let time = edit.frameTime { write(time, to: &writer) }
    }

    private static func item(of asset: AssetID, from reader: inout ByteReader) throws -> SelectionItem {
        let flags = try reader.byte()
        let place = try reader.number()
        let revision = try reader.number()
        let mediaType = MediaType(rawValue: Int(try reader.number())) ?? .unknown
        var item = SelectionItem(assetID: asset, mediaType: mediaType, revision: revision, place: place)
        item.isGone = flags & 1 != 0
        item.isFromCamera = flags & 16 != 0
        item.edit.wantsOriginal = flags & 2 != 0
        item.edit.rotation = Int(try reader.number())
        if flags & 4 != 0 {
            let x = try double(from: &reader)
            let y = try double(from: &reader)
            let width = try double(from: &reader)
            let height = try double(from: &reader)
            item.edit.crop = CropRectangle(x: x, y: y, width: width, height: height)
        }
        if flags & 8 != 0 { item.edit.frameTime = try double(from: &reader) }
        return item
    }

    private static func write(_ number: Double, to writer: inout ByteWriter) {
        writer.fixed(Int64(bitPattern: number.bitPattern))
    }

    private static func double(from reader: inout ByteReader) throws -> Double {
        Double(bitPattern: UInt64(bitPattern: try reader.fixed()))
    }
}
