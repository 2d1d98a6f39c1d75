import MediaDecoding
import PhotoLibrary
import Platform

/// What a picked picture becomes by what the person did to it: cut and turned in full size, with its metadata.
struct EditedPicture: Sendable {
    /// How it is made of the file.
    let request: RenderRequest
    /// Its name: the file's, marked, with the extension of its format.
    let filename: FileName

    /// nil where there is nothing to be done: the person changed nothing or wants the file as it is, or it is no picture.
    init?(of detail: AssetDetail, _ edit: SelectionEdit) {
        guard detail.isPicture, edit.crop != nil || edit.rotation != 0, !edit.wantsOriginal else { return nil }
        let format: RenderRequest.Format =
            switch detail.shown.contentType {
            case "image/png", "image/gif": .png
            case "image/webp": .webp
            default: .jpeg
            }
        request = RenderRequest(copyOf: edit.crop?.area, turns: edit.rotation / 90, format: format)
        filename = FileName(bytes: detail.shown.filename.stem.bytes + "-edited.\(format.filenameExtension)".utf8)
    }

    /// Where it is served; the tag names the content that it is made of.
    static func url(in selection: SelectionID, of detail: AssetDetail) -> String {
        "/selections/\(selection)/items/\(detail.id)/edited?v=\(detail.contentTag)"
    }
}

extension CropRectangle {
    /// The same in ten-thousandths.
    fileprivate var area: CropArea? {
        func edge(_ share: Double) -> Int { min(Int((share * Double(CropArea.whole)).rounded()), CropArea.whole) }
        let (left, top) = (min(edge(x), CropArea.whole - 1), min(edge(y), CropArea.whole - 1))
        return CropArea(
            left: left, top: top, width: max(edge(x + width) - left, 1), height: max(edge(y + height) - top, 1))
    }
}

extension RenderRequest.Format {
    fileprivate var filenameExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .webp: "webp"
        case .avif: "avif"
        case .png: "png"
        }
    }
}
