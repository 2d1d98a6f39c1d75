import Platform

/// The directories that a scan has come through, so that each one's path and ancestors are known.
struct ScanTrail {
    private struct Step {
        let parent: Int?
        let name: FileName
        let device: UInt64
        let inode: UInt64
    }

    private var steps: [Step] = []

    /// The number that the next directory gets.
    var count: Int { steps.count }

    mutating func append(_ directory: ScannedDirectory) {
        steps.append(
            Step(
                parent: directory.parent, name: directory.name, device: directory.device, inode: directory.inode))
    }

    /// The path of `name` in a directory, from the root.
    func path(of name: FileName, in number: Int) -> FileName {
        var components = [name]
        var place: Int? = number
        while let number = place {
            components.append(steps[number].name)
            place = steps[number].parent
        }
        return FileName(bytes: components.reversed().filter { !$0.bytes.isEmpty }.map(\.bytes).joined(separator: [47]))
    }

    /// Whether a directory or one that it is in is the file `inode` of `device`, so that entering it would never end.
    func contains(device: UInt64, inode: UInt64, from number: Int) -> Bool {
        var place: Int? = number
        while let number = place {
            if steps[number].inode == inode && steps[number].device == device { return true }
            place = steps[number].parent
        }
        return false
    }
}
