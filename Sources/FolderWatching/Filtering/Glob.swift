public import Platform

/// A pattern for paths, matched byte by byte.
///
/// `*` stands for any bytes but a slash, `?` for one, `[a-z]` and `[!a-z]` for one of a set, `\` takes the next byte as
/// it is; `**` as a whole component stands for any number of components. A pattern without a slash (other than at
/// its end) is matched against the last component at any depth; one with a slash against the whole path from the root.
/// A slash at the end matches directories only.
public struct Glob: Hashable, Sendable {
    /// Why a text is no pattern.
    public enum Error: Swift.Error, Equatable {
        /// The pattern is empty, or nothing but slashes.
        case empty
        /// A `[` has no `]`.
        case unclosedSet
        /// A `\` ends the pattern.
        case unfinishedEscape
    }

    private enum Component: Hashable {
        case anyDepth
        case pattern(GlobComponent)
    }

    /// The text that it was made of.
    public let text: String
    /// Whether it matches directories only.
    public let isForDirectoriesOnly: Bool
    /// Whether it is matched against the whole path; else against the last component alone.
    public let needsPath: Bool
    private let components: [Component]

    /// Reads a pattern.
    public init(_ text: String) throws(Error) {
        self.text = text
        let bytes = Array(text.utf8)
        isForDirectoriesOnly = bytes.last == UInt8(ascii: "/")
        needsPath = bytes.dropLast().contains(UInt8(ascii: "/"))
        var components: [Component] = []
        for part in bytes.split(separator: UInt8(ascii: "/")) {
            components.append(
                part.elementsEqual("**".utf8) ? .anyDepth : .pattern(try GlobComponent(part)))
        }
        guard !components.isEmpty else { throw .empty }
        self.components = components
    }

    /// Tells whether it matches.
    /// - Parameters:
    ///   - path: relative to the root, without slashes at its ends; its last component is enough where not `needsPath`.
    public func matches(_ path: FileName, isDirectory: Bool) -> Bool {
        if isForDirectoriesOnly && !isDirectory { return false }
        guard needsPath else {
            guard case .pattern(let pattern) = components[0] else { return true }
            return pattern.matches(path.lastComponent.bytes[...])
        }
        return matches(path.bytes.split(separator: UInt8(ascii: "/")))
    }

    /// Takes as little as possible for each `**` and goes back to the latest one where that fails; earlier ones need
    /// never be tried again, since the latest can stand for whatever they could.
    private func matches(_ path: [ArraySlice<UInt8>]) -> Bool {
        var place = 0
        var wanted = 0
        var retry: (place: Int, wanted: Int)?
        while place < path.count || wanted < components.count {
            if wanted < components.count {
                switch components[wanted] {
                case .anyDepth:
                    retry = (place, wanted)
                    wanted += 1
                    continue
                case .pattern(let pattern) where place < path.count && pattern.matches(path[place]):
                    place += 1
                    wanted += 1
                    continue
                case .pattern: break
                }
            }
            guard let last = retry, last.place < path.count else { return false }
            retry = (last.place + 1, last.wanted)
            place = last.place + 1
            wanted = last.wanted + 1
        }
        return true
    }
}
