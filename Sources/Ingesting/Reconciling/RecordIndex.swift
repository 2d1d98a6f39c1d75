import PhotoLibrary
import Platform

/// What the catalogue knows of files, and which of it was found on the disk.
struct RecordIndex {
    /// What became of a record in this scan.
    enum Fate: UInt8 {
        /// Not found yet.
        case unseen
        /// Its file is at its place.
        case present
        /// Another file is at its place.
        case displaced
        /// It has a new place.
        case moved
        /// It is not known whether it is still there; it stays.
        case kept
        /// Its root can't be reached; it stays, unless its very file turns up elsewhere.
        case offline

        /// Whether a file that turns up elsewhere can be this record's.
        var isMovable: Bool { self == .unseen || self == .displaced || self == .offline }
        /// Whether the record goes unless its file turns up elsewhere.
        var isMissing: Bool { self == .unseen || self == .displaced }
    }

    let records: [FileRecord]
    var fates: [Fate]
    private var byFolder: [FolderID: [Int]] = [:]
    private var byInode: [UInt64: [Int]]?
    private var sizes: Set<Int64> = []

    init(_ records: [FileRecord]) {
        self.records = records
        fates = Array(repeating: .unseen, count: records.count)
        for (place, record) in records.enumerated() { byFolder[record.folderID, default: []].append(place) }
    }

    /// The places of the records of one folder, by file name.
    func places(in folder: FolderID) -> [FileName: Int] {
        guard let places = byFolder[folder] else { return [:] }
        return Dictionary(places.map { (records[$0].filename, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func isEmpty(_ folder: FolderID) -> Bool { byFolder[folder] == nil }

    /// Gives what was not found in a folder another fate.
    mutating func spareUnseen(in folder: FolderID, as fate: Fate) {
        for place in byFolder[folder] ?? [] where fates[place] == .unseen { fates[place] = fate }
    }

    /// The folders that have records.
    var folders: Dictionary<FolderID, [Int]>.Keys { byFolder.keys }

    /// The records that were this very file in this very state, at whatever place.
    mutating func places(of stamp: FileStamp) -> [Int] {
        prepare()
        return byInode?[stamp.inode]?.filter { records[$0].stamp.isSameContent(as: stamp) } ?? []
    }

    /// Whether a file with this stamp may be one that is known, under another name.
    mutating func mayKnow(_ stamp: FileStamp) -> Bool {
        prepare()
        return sizes.contains(stamp.size) || byInode?[stamp.inode] != nil
    }

    /// Most scans find nothing that has moved, and need neither table.
    private mutating func prepare() {
        guard byInode == nil else { return }
        var table: [UInt64: [Int]] = [:]
        for (place, record) in records.enumerated() {
            table[record.stamp.inode, default: []].append(place)
            sizes.insert(record.stamp.size)
        }
        byInode = table
    }
}
