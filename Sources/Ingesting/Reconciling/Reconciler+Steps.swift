import FolderWatching
import PhotoLibrary
import Platform

extension Reconciler {
    /// Lengths of new files for which the catalogue should be asked for tombstones before the next steps are taken.
    var uncheckedSizes: Set<Int64> {
        var sizes = Set(fresh.lazy.map(\.file.stamp.size))
        if hasEnded {
            sizes.formUnion(waiting.lazy.map(\.file.stamp.size))
            sizes.formUnion(displacing.lazy.map(\.newcomer.file.stamp.size))
        }
        return sizes.subtracting(tombstones.checkedSizes)
    }

    /// Numbers of new files for which the catalogue should be asked for records before the next steps are taken.
    var uncheckedInodes: Set<UInt64> {
        if isComplete { return [] }
        var inodes: Set<UInt64> = []
        for file in (fresh + waiting + displacing.map(\.newcomer)).lazy.map(\.file) { inodes.insert(file.stamp.inode) }
        return inodes.subtracting(checkedInodes)
    }

    /// How many steps can be taken before the scans have ended.
    var readyCount: Int { steps.count + fresh.count }

    /// Takes the steps that the rest of the scan can't change.
    /// - Parameters:
    ///   - tombstones: what the catalogue has for these lengths.
    ///   - sizes: what it was asked for, see `uncheckedSizes`.
    mutating func takeSteps(tombstones found: [Tombstone], checking sizes: Set<Int64>) -> [ReconciledStep] {
        tombstones.add(found, checking: sizes)
        for newcomer in fresh {
            if tombstones.hasAsset(ofSize: newcomer.file.stamp.size) {
                waiting.append(newcomer)
            } else {
                steps.append(.insert(newcomer.file, in: newcomer.folderID))
            }
        }
        fresh = []
        defer { steps = [] }
        return steps
    }

    /// Says that all scans are done: decides about directories in doubt.
    mutating func endScans() {
        hasEnded = true
        var found: Set<FolderIndex.Identity> = []
        for scope in scopes {
            found.formUnion(scope.disputed.map { FolderIndex.Identity(device: $0.device, inode: $0.inode) })
        }
        for place in scopes.indices {
            let scope = scopes[place]
            if let root = scope.rootID, scope.isSuspect, scope.fileCount == 0, hasRecords(in: root) {
                takeOffline(root)
            } else {
                settleDisputed(place, alsoFound: found)
            }
        }
        for folder in ousted where !folders.claimed(folder) { folders.cover(folder, as: .gone) }
    }

    /// Spares what was not looked at. To be called after `endScans`, once the records of all folders that are gone are
    /// there.
    mutating func spareUnvisited() {
        for folder in files.folders {
            switch folders.coverage(of: folder) {
            case .listed, .partly, .gone: break
            case .unreadable, .unvisited:
                let isOnline = folders.root(of: folder)?.isOnline ?? false
                files.spareUnseen(in: folder, as: isOnline ? .kept : .offline)
            }
        }
    }

    private func hasRecords(in root: FolderID) -> Bool {
        files.folders.contains { folders.root(of: $0)?.id == root }
    }

    private mutating func settleDisputed(_ scope: Int, alsoFound: Set<FolderIndex.Identity>) {
        for directory in scopes[scope].disputed {
            guard let id = disputedFolder(directory, scope: scope, alsoFound: alsoFound) else { continue }
            scopes[scope].folderIDs[directory.number] = id
            compare(directory, with: id)
        }
        scopes[scope].disputed = []
    }

    /// The folder that a directory is, now that all directories are known; nil where it is not to be looked at.
    private mutating func disputedFolder(
        _ directory: ScannedDirectory, scope: Int, alsoFound: Set<FolderIndex.Identity>
    ) -> FolderID? {
        let coverage = coverage(of: directory, scope: scope)
        if let root = rootID(of: directory, scope: scope) { return settle(root, as: directory, in: nil, coverage) }
        guard let parent = parentID(of: directory, scope: scope) else { return nil }
        switch folders.match(directory, in: parent) {
        case .same(let id): return settle(id, as: directory, in: parent, coverage)
        case .moved(let id) where isPlausible(directory, as: id): return settle(id, as: directory, in: parent, coverage)
        case .moved, .new: return settle(identifiers.next(), as: directory, in: parent, coverage)
        case .disputed(let placed):
            if let known = folders.folder(for: directory, in: parent), isPlausible(directory, as: known) {
                ousted.insert(placed)
                return settle(known, as: directory, in: parent, coverage)
            }
            if folders.isVanishedMount(directory, of: placed, in: parent) {
                folders.cover(placed, as: .unvisited)
                return nil
            }
            let isElsewhere = folders[placed].map { alsoFound.contains(folders.identity(of: $0)) } ?? false
            if isElsewhere { ousted.insert(placed) }
            return settle(isElsewhere ? identifiers.next() : placed, as: directory, in: parent, coverage)
        }
    }
}
