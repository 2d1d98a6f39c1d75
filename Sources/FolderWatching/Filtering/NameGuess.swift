public import Platform

/// What a file's name lets one expect of its content. Only a guess: what a file is, its content tells.
public enum NameGuess: Sendable, Equatable {
    /// A picture as cameras and programs write them.
    case image
    /// A sensor's own data.
    case raw
    /// A video.
    case video
    /// What may stand beside a picture and speak of it: XMP, Google Takeout's JSON, Apple's adjustments.
    case sidecar
    /// No extension, or one that is not known: the content must be looked at before anything is said.
    case unknown
    /// Something else for certain; such files are never opened.
    case other

    /// Guesses by the extension, whatever its case.
    public init(_ name: FileName) {
        self = name.bytes.withUnsafeBufferPointer { NameGuess($0) }
    }

    init(_ name: UnsafeBufferPointer<UInt8>) {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, let key = Self.key(name[(dot + 1)...]) else {
            self = .unknown
            return
        }
        self = Self.byExtension[key] ?? .unknown
    }

    /// Extensions up to 16 bytes in lower case, as one number; nil for longer ones, which are none of ours.
    private static func key(_ text: some Sequence<UInt8>) -> UInt128? {
        var key: UInt128 = 0
        for (place, byte) in text.enumerated() {
            if place == 16 { return nil }
            key = key << 8 | UInt128(byte &- 65 < 26 ? byte | 0x20 : byte)
        }
        return key == 0 ? nil : key
    }

    private static let byExtension: [UInt128: NameGuess] = {
        var table: [UInt128: NameGuess] = [:]
        for (guess, extensions) in extensions {
            for text in extensions.split(separator: " ") {
                if let key = key(text.utf8) { table[key] = guess }
            }
        }
        return table
    }()

    private static let extensions: [(NameGuess, String)] = [
        (.image, "jpg jpeg jpe jfif mpo png apng gif webp heic heics heif hif avif avifs tif tiff bmp jxl jp2 j2k jpx"),
        (.raw, "dng cr2 cr3 crw nef nrw arw srf sr2 orf rw2 raf pef srw x3f 3fr iiq rwl erf kdc dcr mrw mef mos gpr"),
        (.video, "mp4 mov m4v qt 3gp 3g2 avi mkv webm mts m2ts mpg mpeg mpe wmv asf flv ogv vob insv mod tod mxf lrv"),
        (.sidecar, "xmp json aae"),
        // Documents, data and programs.
        (.other, "txt md pdf doc docx xls xlsx ppt pptx odt ods odp rtf csv tsv tex epub mobi html htm xhtml mhtml"),
        (.other, "css js mjs jsonl xml yaml yml toml ini cfg conf log sh bat cmd ps1 py rb pl php java class jar"),
        (.other, "c h cpp hpp cc go rs swift so dll exe msi deb rpm apk ipa pyc"),
        (.other, "db sqlite sqlite3 wal shm lock pid url lnk"),
        // Archives and images of disks.
        (.other, "zip tar gz tgz bz2 xz zst 7z rar iso img dmg vmdk qcow2 cab lz4"),
        // What stands beside photos: catalogues, small previews, the layered files of editors.
        (.other, "thm pp3 dop cos arp nksc lrcat lrdata lrprev acr on1 photo ithmb thumb nomedia info icc icm"),
        (.other, "psd psb xcf kra svg svgz ai eps ico cur icns ttf otf woff woff2 gpx kml kmz fit nmea srt vtt"),
        // Sound: not something a photo picker shows.
        (.other, "mp3 m4a aac flac ogg oga opus wav wma aif aiff amr mid midi m3u m3u8 pls cue"),
        // Files that are not whole yet, and old copies.
        (.other, "part partial tmp temp filepart crdownload download opdownload !ut swp swo swx bak old orig torrent"),
    ]
}
