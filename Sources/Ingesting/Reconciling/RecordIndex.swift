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
        /// It left its place, and has still to be told of: it stays, unless its very file turns up elsewhere.
        case leaving
        /// Its root can't be reached; it stays, unless its very file turns up elsewhere.
        case offline

        /// Whether a file that turns up elsewhere can be this record's.
        var isMovable: Bool { self == .unseen || self == .displaced || self == .leaving || self == .offline }
        /// Whether the record goes unless its file turns up elsewhere.
        var isMissing: Bool { self == .unseen || self == .displaced }
    }

    private(set) var records: [FileRecord]
    var fates: [Fate]
    private var byFolder: [FolderID: [Int]] = [:]
    /// Of folders that files were moved from or to: all records by their present names.
    private var byName: [FolderID: [FileName: Int]] = [:]
    /// Where moves took records, by their places.
    private(set) var newPlaces: [Int: (folder: FolderID, name: FileName)] = [:]
    private var byInode: [UInt64: [Int]]?
    private var sizes: Set<Int64> = []
    /// Records of places that are not looked at.
    private var outside: Set<Int> = []

    /// Sidecars may be several assets'; one record of each is enough.
    private var sidecars: [FolderID: Set<FileName>] = [:]

    init(_ records: [FileRecord] = []) {
        self.records = []
        fates = []
        self.records.reserveCapacity(records.count)
        fates.reserveCapacity(records.count)
        add(records)
    }

    /// Adds records of places that will be looked at. None may be there already.
    mutating func add(_ added: [FileRecord]) {
        for record in added {
            if record.kind == .sidecar, !sidecars[record.folderID, default: []].insert(record.filename).inserted {
                continue
            }
            let place = append(record, as: .unseen)
            byFolder[record.folderID, default: []].append(place)
            byName[record.folderID]?[record.filename] = place
        }
    }

    /// Adds a record of a place that will not be looked at, unless it is there already.
    mutating func add(outside record: FileRecord, as fate: Fate) {
        prepare()
        if byInode?[record.stamp.inode]?.contains(where: { records[$0].resourceID == record.resourceID }) ?? false {
            return
        }
        outside.insert(append(record, as: fate))
    }

    private mutating func append(_ record: FileRecord, as fate: Fate) -> Int {
        let place = records.count
        records.append(record)
        fates.append(fate)
        if byInode != nil { note(place) }
        return place
    }

    /// The places of the records of one folder, by file name.
    func places(in folder: FolderID) -> [FileName: Int] {
        if let places = byName[folder] { return places }
        guard let places = byFolder[folder] else { return [:] }
        return Dictionary(places.map { (records[$0].filename, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Gives a record another place before the scan begins; what was there is displaced.
    mutating func move(_ name: FileName, in folder: FolderID, to newName: FileName, in newFolder: FolderID) {
        byName[folder] = places(in: folder)
        byName[newFolder] = places(in: newFolder)
        guard let place = byName[folder]?.removeValue(forKey: name) else { return }
        newPlaces[place] = (newFolder, newName)
        if let other = byName[newFolder]?.updateValue(place, forKey: newName) { fates[other] = .displaced }
    }

    /// Where a record's file is as far as is known, after the moves.
    func location(of place: Int) -> (folder: FolderID, name: FileName) {
        newPlaces[place] ?? (records[place].folderID, records[place].filename)
    }

    /// Whether a record is of a place that is not looked at.
    func isOutside(_ place: Int) -> Bool { outside.contains(place) }

    /// Gives what was not found in a folder another fate.
    mutating func spareUnseen(in folder: FolderID, as fate: Fate) {
        for place in places(in: folder).values where fates[place] == .unseen { fates[place] = fate }
    }

    /// The folders that have records.
    var folders: Set<FolderID> { byName.isEmpty ? Set(byFolder.keys) : Set(byFolder.keys).union(byName.keys) }

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
        byInode = [:]
        for place in records.indices { note(place) }
    }

    private mutating func note(_ place: Int) {
        byInode?[records[place].stamp.inode, default: []].append(place)
        sizes.insert(records[place].stamp.size)
    }
}
