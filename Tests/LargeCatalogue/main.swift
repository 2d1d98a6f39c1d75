// Makes a catalogue of a folder that can't be reached, with as many pictures as told: a library of any size without files.
// usage: large-catalogue DATA FOLDER COUNT
import PhotoLibrary
import Platform

/// As many as fit into memory many times over.
let assetsPerCommit = 10_000
/// As in the folders that people have.
let assetsPerFolder = 250

let arguments = CommandLine.arguments
guard arguments.count == 4, let count = Int(arguments[3]) else {
    fatalError("usage: large-catalogue DATA FOLDER COUNT")
}
let catalogue = try await SQLiteCatalogue.open(in: FileName(arguments[1]), program: "large-catalogue")
let ids = catalogue.identifiers
let root = Folder(
    id: ids.next(), parentID: nil, name: FileName(arguments[2]), device: 1, inode: 1, isOnline: false)
var changes = [CatalogueChange.putFolder(root)]
var folder = root.id
for number in 0..<count {
    if number % assetsPerFolder == 0 {
        folder = ids.next()
        let inode = UInt64(2 + number)
        changes.append(
            .putFolder(
                Folder(id: folder, parentID: root.id, name: FileName("part \(number)"), device: 1, inode: inode)))
    }
    changes.append(.putAsset(picture(number, in: folder)))
    if changes.count >= assetsPerCommit {
        _ = try await catalogue.commit(changes)
        changes = []
    }
}
_ = try await catalogue.commit(changes)
await catalogue.close()

/// A picture that was read; its date is near that of no other with a near number.
func picture(_ number: Int, in folder: FolderID) -> Asset {
    let seconds = 946_684_800 + Int64(number) &* 2_654_435_761 % 788_000_000
    let stamp = FileStamp(
        device: 1, inode: UInt64(2 + number), size: 30_000, modified: Timestamp(seconds: seconds),
        changed: Timestamp(seconds: seconds))
    var resource = Resource(
        id: ids.next(), kind: .photo, folderID: folder, filename: FileName("IMG_\(number).jpg"), stamp: stamp)
    resource.state = .ready
    resource.contentType = "image/jpeg"
    resource.fingerprint = Fingerprint(high: UInt64(number), low: 1)
    var asset = Asset(
        id: ids.next(), mediaType: .image, addedDate: Timestamp(seconds: 1_700_000_000), resource: resource)
    asset.pixelSize = PixelSize(width: 4000, height: 3000)
    asset.captureDate = WallTime(wallSeconds: seconds).map { CaptureDate(time: $0, source: "exif:DateTimeOriginal") }
    return asset
}
