import FolderWatching
import PhotoLibrary
import Platform

/// A file whose content must be known to tell which file it is, or whether it is what it was.
struct FingerprintRequest: Hashable, Sendable {
    /// Its place among the requests of one scan.
    let number: Int
    /// The directory it is in.
    let folderID: FolderID
    /// Its name there.
    let filename: FileName
    /// Its length in bytes.
    let size: Int64
}

extension Reconciler {
    /// Asks the disk where new files and records may be one file that was found at two places, or was not looked for at
    /// its own.
    /// - Parameter isGone: whether the name in a folder is not that of the file with this number any more.
    /// - Returns: whether a new file was gone by then, so that more happened than is known.
    mutating func settleDoubts(
        _ isGone: (_ name: FileName, _ folder: FolderID, _ inode: UInt64) -> Bool
    ) -> Bool {
        markMissing(
            doubtfulRecords().filter { place in
                let (folder, name) = files.location(of: place)
                return isGone(name, folder, files.records[place].stamp.inode)
            })
        let gone = doubtfulNewcomers().filter { isGone($0.file.name, $0.folderID, $0.file.stamp.inode) }
        dismiss(Set(gone))
        return !gone.isEmpty
    }

    /// Places of records that new files may have come from, but whose own places were not looked at, being outside of a
    /// scan that began further down than at the roots, or were looked at before or after the file was there.
    private mutating func doubtfulRecords() -> [Int] {
        var places: Set<Int> = []
        for file in newcomers.map(\.file) {
            for place in files.places(of: file.stamp) where isDoubtful(place, for: file) { places.insert(place) }
        }
        return places.sorted()
    }

    private mutating func isDoubtful(_ place: Int, for file: ScannedFile) -> Bool {
        switch files.fates[place] {
        case .present: !file.hasOtherNames
        case .kept: files.isOutside(place) || folders.coverage(of: files.location(of: place).folder) == .unvisited
        case .unseen, .displaced, .moved, .leaving, .offline: false
        }
    }

    /// Notes that the files of these doubtful records are not at their places any more.
    private mutating func markMissing(_ places: [Int]) {
        if places.isEmpty { return }
        for place in places { files.fates[place] = .unseen }
        // What was concluded from their being there does not hold.
        let missing = Set(places.map { files.records[$0].resourceID })
        let isVoid = { (step: ReconciledStep) in step.updatedRecord.map { missing.contains($0.resourceID) } ?? false }
        steps.removeAll(where: isVoid)
        contended.removeAll(where: isVoid)
        doubted.removeAll { missing.contains($0.record.resourceID) }
    }

    /// New files with one name that are records' files, and these are at their places, as the disk says.
    private mutating func doubtfulNewcomers() -> [Newcomer] {
        newcomers.filter { newcomer in
            !newcomer.file.hasOtherNames
                && files.places(of: newcomer.file.stamp).contains { files.fates[$0] == .present }
        }
    }

    /// Notes that these doubtful new files are not at their places any more.
    private mutating func dismiss(_ gone: Set<Newcomer>) {
        if gone.isEmpty { return }
        waiting.removeAll { gone.contains($0) }
        displacing.removeAll { gone.contains($0.newcomer) }
    }

    private var newcomers: [Newcomer] { waiting + displacing.map(\.newcomer) }

    /// Finds out by stamps alone which new files are known. To be called once the catalogue was asked about all of
    /// `uncheckedSizes`.
    /// - Returns: the files of which the content must be known for the rest.
    mutating func resolveByStamp(
        tombstones found: [Tombstone], checking sizes: Set<Int64>
    ) -> [FingerprintRequest] {
        tombstones.add(found, checking: sizes)
        waiting += fresh
        fresh = []
        var staying: [(newcomer: Newcomer, record: Int)] = []
        for (newcomer, record) in displacing where !move(to: newcomer, contends: true) {
            staying.append((newcomer, record))
        }
        displacing = []
        waiting = waiting.filter { !move(to: $0, contends: false) }
        for (newcomer, record) in staying {
            if files.fates[record] == .displaced, let step = revival(newcomer) {
                contended.append(step)
            } else if files.fates[record] == .displaced {
                files.fates[record] = .present
                compare(newcomer.file, with: files.records[record], in: newcomer.folderID)
            } else {
                waiting.append(newcomer)
            }
        }
        for newcomer in waiting {
            if let asset = tombstones.take(newcomer.file.stamp) {
                steps.append(
                    .revive(
                        asset, folderID: newcomer.folderID, file: newcomer.file, rereads: asset.primary.state != .ready)
                )
            } else {
                unresolved.append(newcomer)
            }
        }
        waiting = []
        return requests()
    }

    /// What brings back the removed asset that the newcomer is by its stamp; nil where it is none.
    private mutating func revival(_ newcomer: Newcomer) -> ReconciledStep? {
        guard let asset = tombstones.take(newcomer.file.stamp) else { return nil }
        return .revive(
            asset, folderID: newcomer.folderID, file: newcomer.file, rereads: asset.primary.state != .ready)
    }

    /// Gives the newcomer the identity of a record with its stamp whose file is gone, if there is one.
    private mutating func move(to newcomer: Newcomer, contends: Bool) -> Bool {
        let candidates = files.places(of: newcomer.file.stamp).filter { files.fates[$0].isMovable }
        guard let first = candidates.first else { return false }
        let place = candidates.first { files.records[$0].filename == newcomer.file.name } ?? first
        let record = files.records[place]
        let step = ReconciledStep.update(
            record, folderID: newcomer.folderID, file: newcomer.file,
            rereads: record.state == .unreadable && record.stamp.changed != newcomer.file.stamp.changed)
        if contends || files.fates[place] == .displaced { contended.append(step) } else { steps.append(step) }
        files.fates[place] = .moved
        return true
    }

    private func requests() -> [FingerprintRequest] {
        let doubts = doubted.enumerated().map { number, doubt in
            request(unresolved.count + number, doubt.newcomer)
        }
        guard !unresolved.isEmpty else { return doubts }
        var sizes: Set<Int64> = []
        for (place, record) in files.records.enumerated()
        where files.fates[place].isMissing && record.fingerprint != nil {
            sizes.insert(record.stamp.size)
        }
        return doubts
            + unresolved.enumerated().compactMap { number, newcomer in
                let size = newcomer.file.stamp.size
                guard sizes.contains(size) || tombstones.hasFingerprint(ofSize: size) else { return nil }
                return request(number, newcomer)
            }
    }

    private func request(_ number: Int, _ newcomer: Newcomer) -> FingerprintRequest {
        FingerprintRequest(
            number: number, folderID: newcomer.folderID, filename: newcomer.file.name, size: newcomer.file.stamp.size)
    }

    /// Decides about all that is left.
    /// - Parameter fingerprints: what the requested files hold, by the requests' numbers; without those that could not be
    ///   read.
    /// - Returns: the rest of the steps, the first `atomicCount` of which must be done in one commit.
    mutating func finish(
        fingerprints: [Int: Fingerprint]
    ) -> (steps: [ReconciledStep], atomicCount: Int) {
        var missing = missingByContent(where: !fingerprints.isEmpty)
        var rest: [ReconciledStep] = []
        for (number, (newcomer, record)) in doubted.enumerated() {
            let isChanged = fingerprints[unresolved.count + number] != record.fingerprint
            rest.append(
                .update(record, folderID: newcomer.folderID, file: newcomer.file, rereads: isChanged))
        }
        for (number, newcomer) in unresolved.enumerated() {
            let (file, folder) = (newcomer.file, newcomer.folderID)
            guard let fingerprint = fingerprints[number] else {
                rest.append(.insert(file, in: folder))
                continue
            }
            let content = Content(size: file.stamp.size, fingerprint: fingerprint)
            if let place = takeMissing(content, name: file.name, from: &missing) {
                let record = files.records[place]
                let step = ReconciledStep.update(
                    record, folderID: folder, file: file, rereads: rereads(record.state, record.stamp, file.stamp))
                if files.fates[place] == .displaced { contended.append(step) } else { rest.append(step) }
                files.fates[place] = .moved
            } else if let asset = tombstones.take(fingerprint, size: file.stamp.size, name: file.name) {
                let known = asset.primary
                rest.append(
                    .revive(
                        asset, folderID: folder, file: file, rereads: rereads(known.state, known.stamp, file.stamp)))
            } else {
                rest.append(.insert(file, in: folder))
            }
        }
        var overwritten: [ReconciledStep] = []
        for (place, record) in files.records.enumerated() {
            switch files.fates[place] {
            case .displaced: overwritten.append(.remove(record))
            case .unseen: rest.append(.remove(record))
            case .kept, .leaving:
                // It was moved and has moved on; where to is told from that place.
                guard let next = files.newPlaces[place] else { break }
                let file = ScannedFile(name: next.name, stamp: record.stamp, guess: .unknown)
                contended.append(.update(record, folderID: next.folder, file: file, rereads: false))
            case .present, .moved, .offline: break
            }
        }
        var puts: [ReconciledStep] = []
        var others: [ReconciledStep] = []
        for step in steps {
            if case .putFolder = step { puts.append(step) } else { others.append(step) }
        }
        let atomic = puts + overwritten + contended
        let all = atomic + others + rest + emptyFolders().map { .removeFolder($0) }
        (unresolved, doubted, steps, contended) = ([], [], [], [])
        return (all, ousted.isEmpty ? atomic.count : all.count)
    }

    /// The folders that are gone, but for those that hold something of which has still to be told where it went: a file
    /// that is leaving, or a folder that was there when it was looked at, a moment before.
    private mutating func emptyFolders() -> [FolderID] {
        let gone = folders.gone()
        if gone.isEmpty { return [] }
        let all = Set(gone)
        var held: Set<FolderID> = []
        for id in gone {
            let inner = folders.known.folders(in: id).filter { folders[$0]?.parentID == id }
            if inner.allSatisfy({ all.contains($0) }) { continue }
            held.insert(id)
            held.formUnion(folders.ancestors(of: id))
        }
        for (place, record) in files.records.enumerated() {
            let fate = files.fates[place]
            guard fate == .kept || fate == .leaving, files.newPlaces[place] == nil else { continue }
            held.insert(record.folderID)
            held.formUnion(folders.ancestors(of: record.folderID))
        }
        hasHeldFolder = !held.isDisjoint(with: all)
        return gone.filter { !held.contains($0) }
    }

    private struct Content: Hashable {
        let size: Int64
        let fingerprint: Fingerprint
    }

    private func missingByContent(where isNeeded: Bool) -> [Content: [Int]] {
        guard isNeeded else { return [:] }
        var missing: [Content: [Int]] = [:]
        for (place, record) in files.records.enumerated() where files.fates[place].isMissing {
            guard let fingerprint = record.fingerprint else { continue }
            missing[Content(size: record.stamp.size, fingerprint: fingerprint), default: []].append(place)
        }
        return missing
    }

    /// Takes out a record with this content, one with this name before others.
    private func takeMissing(_ content: Content, name: FileName, from missing: inout [Content: [Int]]) -> Int? {
        guard let places = missing[content], !places.isEmpty else { return nil }
        let choice = places.firstIndex { files.records[$0].filename == name } ?? 0
        return missing[content]?.remove(at: choice)
    }

    /// A date may have been taken from the modification time, which a copy need not keep.
    private func rereads(_ state: Resource.State, _ old: FileStamp, _ new: FileStamp) -> Bool {
        state != .ready || old.modified != new.modified
    }
}
