import HTTPServing
import PhotoLibrary
import Platform
import Synchronization

/// Makes the ZIP archive of some files piece by piece, with one file open and one piece in memory at a time.
///
/// A file that can't be opened, that was cut short, or whose part is not there any more ends it with an error: an
/// archive that looks whole is whole.
final class ArchiveSource: Sendable {
    /// Read at once: so little that the thread is free again soon, so much that calls cost little beside the bytes.
    static let pieceLength: Int64 = 256 << 10

    /// A file is shorter than it was.
    struct CutShort: Error {}

    /// What goes into an archive.
    enum Content: Sendable {
        case file(ServedResource)
        /// A picture that has to be made first.
        case picture(ThumbnailSource, EditedPicture)
    }

    /// How the archive goes on.
    enum Step {
        case bytes([UInt8])
        /// The picture has to be made and added before more is asked for.
        case picture(ThumbnailSource, EditedPicture)
        case end
    }

    private struct Entry {
        let file: FileDescriptor.Box
        var rest: Range<Int64>
    }

    private struct State {
        /// nil once all is written.
        var zip: ZIPWriter?
        var waiting: ArraySlice<Content>
        var names = EntryNames()
        var entry: Entry?
    }

    private let state: Mutex<State>
    private let open: @Sendable (Resource) throws -> FileDescriptor

    /// Begins the archive of `contents`, in their order.
    /// - Parameter open: opens a file to be read; may block.
    init(
        _ contents: [Content], open: @escaping @Sendable (Resource) throws -> FileDescriptor
    ) throws(ZIPWriter.Failure) {
        state = Mutex(State(zip: try ZIPWriter(), waiting: contents[...]))
        self.open = open
    }

    /// What comes next. Reads from the disk.
    func next() throws -> Step {
        try state.withLock { state in
            guard let zip = state.zip else { return .end }
            var piece = zip.takeOutput()
            while piece.isEmpty {
                if var entry = state.entry {
                    try Self.advance(&entry, into: zip)
                    state.entry = entry.rest.isEmpty ? nil : entry
                } else {
                    switch state.waiting.popFirst() {
                    case .file(let file):
                        state.entry = try begin(file, as: state.names.unique(file.filename), in: zip)
                    case .picture(let source, let picture): return .picture(source, picture)
                    case nil:
                        try zip.finish()
                        state.zip = nil
                    }
                }
                piece = zip.takeOutput()
                if state.zip == nil { break }
            }
            return .bytes(piece)
        }
    }

    /// Adds the picture that was asked for.
    func add(_ bytes: [UInt8], _ picture: EditedPicture, modified: Timestamp) throws {
        try state.withLock { state in
            guard let zip = state.zip else { return }
            try zip.beginFile(state.names.unique(picture.filename), length: Int64(bytes.count), modified: modified)
            try zip.write(bytes)
        }
    }

    private func begin(_ resource: ServedResource, as name: String, in zip: ZIPWriter) throws -> Entry? {
        let file = FileDescriptor.Box(try open(resource.file))
        let stamp = try file.descriptor.status().stamp
        let range = resource.part ?? 0..<stamp.size
        // Where the file is another by now, the bytes of a part can be anything.
        if resource.part != nil {
            guard stamp.isSameContent(as: resource.file.stamp), range.upperBound <= stamp.size else { throw CutShort() }
        }
        try zip.beginFile(name, length: Int64(range.count), modified: stamp.modified)
        return range.isEmpty ? nil : Entry(file: file, rest: range)
    }

    private static func advance(_ entry: inout Entry, into zip: ZIPWriter) throws {
        let count = min(pieceLength, Int64(entry.rest.count))
        let bytes = try entry.file.descriptor.read(count: Int(count), at: entry.rest.lowerBound)
        guard bytes.count == count else { throw CutShort() }
        try zip.write(bytes)
        entry.rest = (entry.rest.lowerBound + count)..<entry.rest.upperBound
    }
}
