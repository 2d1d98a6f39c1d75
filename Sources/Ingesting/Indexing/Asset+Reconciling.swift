import FolderWatching
import PhotoLibrary
import Platform

extension Asset {
    /// Makes the asset of a new file.
    init(_ file: ScannedFile, in folder: FolderID, identifiers: IdentifierSource, now: Timestamp) {
        let isVideo = file.guess == .video
        let resource = Resource(
            id: identifiers.next(), kind: isVideo ? .video : .photo, folderID: folder, filename: file.name,
            stamp: file.stamp)
        let mediaType: MediaType =
            switch file.guess {
            case .image, .raw: .image
            case .video: .video
            case .unknown, .sidecar, .other: .unknown
            }
        self.init(id: identifiers.next(), mediaType: mediaType, addedDate: now, resource: resource)
        if file.guess == .raw { decodedSubtypes = .raw }
        settleSubtypes()
    }

    /// Notes where one of its files is now and in which state.
    mutating func place(_ file: ScannedFile, of id: ResourceID, in folder: FolderID, rereads: Bool) {
        guard let place = resources.firstIndex(where: { $0.id == id }) else { return }
        resources[place].folderID = folder
        resources[place].filename = file.name
        resources[place].stamp = file.stamp
        if rereads { resources[place].state = .pending }
        folderID = primary.folderID
        if captureDate?.source == Self.nameDateSource || captureDate?.source == Self.modifiedDateSource {
            takeDateOfFile()
        }
        settleSubtypes()
    }
}
