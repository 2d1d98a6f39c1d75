import PhotoLibrary
import Platform

extension JSONWriter {
    /// Writes how far the index is, as members of the innermost object.
    mutating func members(ofIndex status: ServiceStatus, assetCount: Int) {
        key("state")
        value(status.indexState.rawValue)
        key("listedCount")
        value(assetCount)
        key("pendingCount")
        value(status.pendingCount)
        key("isRereading")
        value(status.isRereading)
        key("rereadCount")
        value(status.rereadCount)
    }

    /// Writes how far thumbnails are in the background; the fields stand in `openapi.yaml`, schema `Rendering`.
    mutating func value(_ progress: BackgroundRendering.Progress) {
        beginObject()
        key("state")
        value(progress.state.rawValue)
        key("total")
        value(progress.total)
        key("done")
        value(progress.done)
        key("failed")
        value(progress.failed)
        endObject()
    }

    /// Writes how a root is; the fields stand in `openapi.yaml`, schema `Root`.
    mutating func value(_ root: ServiceStatus.Root) {
        beginObject()
        key("id")
        value(root.id?.description)
        key("title")
        value(root.path.lastComponent.description)
        key("state")
        value(root.offlineReason == nil ? "online" : "offline")
        key("detail")
        value(root.offlineReason)
        key("watchMode")
        value(root.watchMode.rawValue)
        endObject()
    }
}
