import FolderWatching
import Platform

/// Which places are looked at, each in one way only.
struct SurveyPlan {
    /// Directories to list with all in them.
    var trees: Set<RootedPath> = []
    /// Directories to list alone.
    var levels: Set<RootedPath> = []
    /// Directories to look for single names in.
    var names: [RootedPath: Set<FileName>] = [:]

    /// Takes in a file.
    mutating func add(file path: RootedPath) { names[path.parent, default: []].insert(path.path.lastComponent) }

    /// Leaves out what is looked at with something else.
    mutating func simplify() {
        if trees.count > 1 {
            let all = trees
            trees = trees.filter { !Self.isBeneath($0.parent, of: all) || $0.path.bytes.isEmpty }
        }
        if !trees.isEmpty {
            levels = levels.filter { !Self.isBeneath($0, of: trees) }
            names = names.filter { !Self.isBeneath($0.key, of: trees) }
        }
        if !levels.isEmpty { names = names.filter { !levels.contains($0.key) } }
    }

    /// Whether a place is one of these or in one.
    static func isBeneath(_ path: RootedPath, of trees: Set<RootedPath>) -> Bool {
        var place = path
        while true {
            if trees.contains(place) { return true }
            if place.path.bytes.isEmpty { return false }
            place = place.parent
        }
    }
}

extension RootedPath {
    /// The directory that this is in; a root's is itself.
    var parent: RootedPath { RootedPath(root: root, path: path.parent) }
}
