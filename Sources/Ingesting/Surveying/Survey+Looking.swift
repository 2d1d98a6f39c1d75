import FolderWatching
import PhotoLibrary
import Platform

/// Single names and single directories.
extension Survey {
    /// Something that is not where it is known to be.
    enum Doubt {
        /// A folder; another directory may be in its place.
        case folder(FolderID, RootedPath, missed: Missed, isReplaced: Bool)
        /// A directory in a folder, not known yet.
        case directory(in: FolderID, RootedPath)
        /// A file in the directory of a glance.
        case file(RootedPath, glance: Int)

        var path: RootedPath {
            switch self {
            case .folder(_, let path, _, _), .directory(_, let path), .file(let path, _): path
            }
        }
    }

    /// What was found of single names in a folder.
    struct Glance {
        let folder: FolderID
        let path: RootedPath
        let directory: ScannedDirectory
        var leaving: [FileName] = []
    }

    /// What was to be looked at in a folder.
    struct Missed {
        var names: Set<FileName> = []
        /// Directories in it that others were in the place of.
        var directories: Set<FileName> = []
        var isLevel = false
        var isTree = false

        mutating func add(_ other: Missed) {
            names.formUnion(other.names)
            directories.formUnion(other.directories)
            isLevel = isLevel || other.isLevel
            isTree = isTree || other.isTree
        }
    }

    /// Plans again what was missed before.
    mutating func take(_ missed: [FolderID: Missed]) {
        for (folder, missed) in missed {
            guard let path = place(of: folder), roots[path.root] != nil else { continue }
            if missed.isTree { plan.trees.insert(path) }
            if missed.isLevel { plan.levels.insert(path) }
            for name in missed.names { plan.add(file: path.appending(name)) }
            for name in missed.directories { addDirectory(path.appending(name)) }
        }
    }

    /// Looks for the planned names and directories, and lists the planned levels.
    private mutating func look() {
        plan.simplify()
        for (path, names) in plan.names { glance(at: names, in: path) }
        for path in plan.levels { list(path) }
        for path in plan.trees where !path.path.bytes.isEmpty {
            switch look(at: path) {
            case .directory: break
            // A parent that can't be looked into says nothing of what is in it.
            case .unknown: plan.trees.remove(path)
            case .file, .absent:
                plan.trees.remove(path)
                if let folder = folder(at: path) {
                    doubt(folder, at: path, Missed(isTree: true))
                } else if let parent = folder(at: path.parent) {
                    doubts.append(.directory(in: parent, path))
                }
            }
        }
    }

    /// Decides about what was not where it should be. What turns out to be more than was planned becomes a tree.
    /// - Parameter leaving: places of which has still to be told where what was there went.
    private mutating func decide(leaving: Set<RootedPath>) {
        self.leaving = leaving
        if !leaving.isEmpty { isTurbulent = true }
        for doubt in doubts {
            let isLeaving = !leaving.isEmpty && SurveyPlan.isBeneath(doubt.path, of: leaving)
            switch doubt {
            case .folder(let folder, let path, let missed, let isReplaced):
                if isLeaving {
                    standing.insert(folder)
                    self.missed[folder, default: Missed()].add(missed)
                    if isReplaced, let parent = reconciler.folders[folder]?.parentID {
                        self.missed[parent, default: Missed()].directories.insert(path.path.lastComponent)
                    }
                } else if isReplaced {
                    plan.trees.insert(path)
                } else {
                    vanished.insert(folder)
                }
            case .directory(let parent, let path):
                guard isLeaving else { continue }
                self.missed[parent, default: Missed()].directories.insert(path.path.lastComponent)
            case .file(let path, let glance):
                if isLeaving { glances[glance].leaving.append(path.path.lastComponent) }
            }
        }
        anchorTrees()
    }

    /// Plans, instead of a tree in a directory that is in the place of a known one, the tree of that directory.
    private mutating func anchorTrees() {
        for path in plan.trees {
            var place = path
            while !isAnchored(place) { place = place.parent }
            if place == path { continue }
            plan.trees.remove(path)
            plan.trees.insert(place)
        }
        plan.simplify()
    }

    /// Looks, asks what is on its way where something is not in its place, and decides.
    mutating func lookAndDecide(_ teller: (any ChangeTeller)?) async {
        if !plan.levels.isEmpty { teller?.beginListing() }
        look()
        if doubts.isEmpty && plan.levels.isEmpty { return anchorTrees() }
        decide(leaving: await teller?.leavingPaths() ?? [])
    }

    private mutating func doubt(
        _ folder: FolderID, at path: RootedPath, _ missed: Missed = Missed(), isReplaced: Bool = false
    ) {
        doubts.append(.folder(folder, path, missed: missed, isReplaced: isReplaced))
    }

    private mutating func glance(at names: Set<FileName>, in path: RootedPath) {
        guard let folder = folder(at: path), let root = roots[path.root] else { return }
        do throws(SystemError) {
            let glance = try DirectoryGlance(root.directory, at: path.path, filter: filter)
            guard reconciler.folders.isSame(folder, as: glance.stamp) else {
                return doubt(folder, at: path, Missed(names: names), isReplaced: true)
            }
            var directory = ScannedDirectory(
                number: 0, parent: nil, name: path.path, device: glance.stamp.device, inode: glance.stamp.inode)
            for name in names {
                do throws(SystemError) {
                    if let file = try glance.file(name) {
                        directory.files.append(file)
                    } else {
                        doubts.append(.file(path.appending(name), glance: glances.count))
                    }
                } catch {
                    directory.unfinished.append(name)
                }
            }
            glances.append(Glance(folder: folder, path: path, directory: directory))
        } catch {
            // One that can't be looked into says nothing.
            if error.isAbsence || error.isWrongKind { doubt(folder, at: path, Missed(names: names)) }
        }
    }

    private mutating func list(_ path: RootedPath) {
        guard let folder = folder(at: path), let root = roots[path.root] else { return }
        do throws(SystemError) {
            let glance = try DirectoryGlance(root.directory, at: path.path, filter: filter)
            guard reconciler.folders.isSame(folder, as: glance.stamp) else {
                return doubt(folder, at: path, Missed(isLevel: true), isReplaced: true)
            }
            let opened = try root.directory.directory(FileName(""))
            var scanner = FolderScanner(opened, startingAt: path.path, filter: filter, isRecursive: false)
            guard let directory = scanner.next() else { return }
            for child in reconciler.folders.known.folders(in: folder) {
                compare(child, with: glance, in: path)
            }
            for name in directory.directories where reconciler.folders.known.folder(name, in: folder) == nil {
                plan.trees.insert(path.appending(name))
            }
            listings.append((folder, directory, path))
        } catch {
            if error.isAbsence || error.isWrongKind { doubt(folder, at: path, Missed(isLevel: true)) }
        }
    }

    /// Looks whether a folder is where it was.
    private mutating func compare(_ child: FolderID, with glance: borrowing DirectoryGlance, in path: RootedPath) {
        guard let name = reconciler.folders[child]?.name else { return }
        do throws(SystemError) {
            if let stamp = try glance.directory(name) {
                if reconciler.folders.isSame(child, as: stamp) {
                    standing.insert(child)
                } else {
                    doubt(child, at: path.appending(name), isReplaced: true)
                }
            } else {
                doubt(child, at: path.appending(name))
            }
        } catch {
            standing.insert(child)
        }
    }

    /// Compares what was found with the records.
    mutating func visitFound() async throws {
        for glance in glances where plan.names[glance.path] != nil {
            if isFoundElsewhere(glance.folder, Missed(names: plan.names[glance.path] ?? [])) { continue }
            try await load(plan.names[glance.path] ?? [], in: glance.folder)
            reconciler.leave(glance.leaving, in: glance.folder)
            visit(glance.directory, as: glance.folder, .partly)
        }
        for (folder, directory, path) in listings where plan.levels.contains(path) {
            if isFoundElsewhere(folder, Missed(isLevel: true)) { continue }
            try await load(folder)
            reconciler.leave(leaving.lazy.filter { $0.parent == path }.map(\.path.lastComponent), in: folder)
            visit(directory, as: folder, .listed)
        }
    }

    /// Whether a folder was found by a scan since it was looked into, and so has moved meanwhile.
    private mutating func isFoundElsewhere(_ folder: FolderID, _ missed: Missed) -> Bool {
        guard reconciler.folders.claimed(folder) else { return false }
        isTurbulent = true
        self.missed[folder, default: Missed()].add(missed)
        return true
    }

    private mutating func visit(
        _ directory: ScannedDirectory, as folder: FolderID, _ coverage: FolderIndex.Coverage
    ) {
        if let parent = reconciler.folders[folder]?.parentID {
            reconciler.begin(in: parent, coverage)
        } else {
            reconciler.begin(root: folder, coverage)
        }
        visit(directory, at: place(of: folder), isFirst: true)
    }
}
