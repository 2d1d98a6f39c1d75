/// Names that photo folders are known to hold and nobody wants to see: other programs' thumbnails, rubbish bins,
/// unfinished downloads.
enum Junk {
    private enum Rule {
        case exact(StaticString)
        case prefix(StaticString)
        case suffix(StaticString)
    }

    /// Directories that are not entered, in lower case. Every other name that starts with a dot is not entered either.
    private static let directories: [Rule] = [
        // Synology and QNAP
        .exact("@eadir"), .exact("#recycle"), .prefix("@recycle"), .exact("#snapshot"), .exact("@tmp"),
        // Linux, Windows and macOS
        .exact("lost+found"), .exact("$recycle.bin"), .exact("recycler"), .exact("system volume information"),
        .exact("__macosx"), .suffix("_exiftool_tmp"),
    ]

    /// Files that are left out, in lower case.
    private static let files: [Rule] = [
        // macOS and Windows
        .prefix("._"), .exact("thumbs.db"), .exact("desktop.ini"), .exact(".ds_store"),
        .exact("synofile_thumb.jpg"), .prefix("synophoto_thumb"),
        .prefix(".goutputstream-"), .prefix(".fuse_hidden"), .prefix(".nfs0"), .prefix(".syncthing."),
        .prefix("~syncthing~"), .prefix(".~tmp~"),
        // Android
        .prefix(".trashed-"), .prefix(".pending-"),
        .suffix("_exiftool_tmp"), .suffix("_original"), .suffix("~"),
    ]

    static func isDirectory(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        name.first == UInt8(ascii: ".") || matches(name, directories)
    }

    static func isFile(_ name: UnsafeBufferPointer<UInt8>) -> Bool { matches(name, files) }

    private static func matches(_ name: UnsafeBufferPointer<UInt8>, _ rules: [Rule]) -> Bool {
        for rule in rules {
            switch rule {
            case .exact(let text):
                if name.count == text.utf8CodeUnitCount && equal(name[...], text) { return true }
            case .prefix(let text):
                if equal(name.prefix(text.utf8CodeUnitCount), text) { return true }
            case .suffix(let text):
                if equal(name.suffix(text.utf8CodeUnitCount), text) { return true }
            }
        }
        return false
    }

    private static func equal(_ name: Slice<UnsafeBufferPointer<UInt8>>, _ text: StaticString) -> Bool {
        text.withUTF8Buffer { wanted in
            guard name.count == wanted.count else { return false }
            var place = name.startIndex
            for byte in wanted {
                let found = name[place]
                guard (found &- 65 < 26 ? found | 0x20 : found) == byte else { return false }
                place += 1
            }
            return true
        }
    }
}
