/// What a file's first bytes say that it is. Its name plays no part.
enum MediaFormat: Equatable {
    case jpeg, png, gif, webp, tiff, bmp, jxl
    /// HEIC, AVIF and their kin (ISO/IEC 23008-12).
    case heif(contentType: String)
    /// A sensor's data, shown by the preview that the camera put in.
    case raw(contentType: String)
    /// Video or sound that FFmpeg's `demuxer` reads.
    case container(contentType: String, demuxer: String)
    /// What stands beside a picture and speaks of it.
    case sidecar(contentType: String)
    /// A picture of a kind that is not decoded here.
    case unsupported(contentType: String)

    /// The media type (RFC 6838).
    var contentType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .gif: "image/gif"
        case .webp: "image/webp"
        case .tiff: "image/tiff"
        case .bmp: "image/bmp"
        case .jxl: "image/jxl"
        case .heif(let contentType), .raw(let contentType), .sidecar(let contentType), .unsupported(let contentType):
            contentType
        case .container(let contentType, _): contentType
        }
    }

    /// Whether libheif reads it.
    var isHEIF: Bool {
        if case .heif = self { true } else { false }
    }

    /// Whether decoding turns the picture upright by the format's own rules, so that EXIF has no say.
    var isTurnedByDecoder: Bool { isHEIF || self == .jxl }

    /// Tells the format by `head`, the first bytes of a file; nil where they are of no picture, video, sound or sidecar.
    init?(head: UnsafeRawBufferPointer) {
        if let iso = Self.isoMedia(head) {
            self = iso
            return
        }
        if let tiff = TIFFDirectory(head) {
            self = Self.tiffKin(tiff)
            return
        }
        guard let signature = Self.signatures.first(where: { $0.matches(head) }) else { return nil }
        self = signature.format
    }

    /// Formats told by bytes at a fixed place. Those of few bytes come last.
    private static let signatures = media + sidecars

    private static let media: [MediaSignature] = [
        MediaSignature(.jpeg, "\u{FF}\u{D8}\u{FF}"),
        MediaSignature(.png, "\u{89}PNG\r\n\u{1A}\n"),
        MediaSignature(.gif, "GIF87a"),
        MediaSignature(.gif, "GIF89a"),
        MediaSignature(.webp, "RIFF", "WEBP", at: 8),
        MediaSignature(.jxl, "\0\0\0\u{0C}JXL \r\n\u{87}\n"),
        MediaSignature(.raw(contentType: "image/x-fuji-raf"), "FUJIFILMCCD-RAW"),
        MediaSignature(.raw(contentType: "image/x-minolta-mrw"), "\0MRM"),
        MediaSignature(.container(contentType: "video/x-msvideo", demuxer: "avi"), "RIFF", "AVI ", at: 8),
        MediaSignature(.container(contentType: "audio/wav", demuxer: "wav"), "RIFF", "WAVE", at: 8),
        MediaSignature(
            .container(contentType: "video/webm", demuxer: "matroska"), "\u{1A}E\u{DF}\u{A3}", within: "webm"),
        MediaSignature(.container(contentType: "video/x-matroska", demuxer: "matroska"), "\u{1A}E\u{DF}\u{A3}"),
        MediaSignature(.container(contentType: "video/x-flv", demuxer: "flv"), "FLV\u{01}"),
        MediaSignature(
            .container(contentType: "video/x-ms-wmv", demuxer: "asf"),
            "\u{30}\u{26}\u{B2}\u{75}\u{8E}\u{66}\u{CF}\u{11}\u{A6}\u{D9}"),
        MediaSignature(.container(contentType: "video/mpeg", demuxer: "mpeg"), "\0\0\u{01}\u{BA}"),
        MediaSignature(.container(contentType: "video/mpeg", demuxer: "mpegvideo"), "\0\0\u{01}\u{B3}"),
        MediaSignature(.container(contentType: "video/mp2t", demuxer: "mpegts"), "G", "G", at: 188),
        MediaSignature(.container(contentType: "video/mp2t", demuxer: "mpegts"), "G", "G", at: 196, first: 4),
        MediaSignature(.container(contentType: "video/ogg", demuxer: "ogg"), "OggS\0"),
        MediaSignature(.container(contentType: "audio/flac", demuxer: "flac"), "fLaC\0"),
        MediaSignature(.container(contentType: "audio/mpeg", demuxer: "mp3"), "ID3"),
        MediaSignature(.container(contentType: "audio/mpeg", demuxer: "mp3"), "\u{FF}\u{FB}"),
        MediaSignature(.unsupported(contentType: "image/jp2"), "\0\0\0\u{0C}jP  \r\n\u{87}\n"),
        MediaSignature(.unsupported(contentType: "image/jp2"), "\u{FF}O\u{FF}Q"),
        MediaSignature(.unsupported(contentType: "image/vnd.adobe.photoshop"), "8BPS\0\u{01}"),
        MediaSignature(.unsupported(contentType: "image/vnd.microsoft.icon"), "\0\0\u{01}\0", "\0", at: 9),
        MediaSignature(.jxl, "\u{FF}\u{0A}"),
        MediaSignature(.bmp, "BM", "\0\0\0\0", at: 6),
    ]

    private static let sidecars = [SidecarReader.xmp, SidecarReader.json].flatMap { type in
        let starts = type == SidecarReader.json ? ["{"] : ["<?xpacket", "<x:xmpmeta", "<rdf:RDF", "<?xml"]
        // Some programs begin with the byte order mark of UTF-8.
        return (starts + starts.map { "\u{EF}\u{BB}\u{BF}" + $0 }).map {
            MediaSignature(.sidecar(contentType: type), $0)
        }
    }

    /// QuickTime and ISO base media files: told by the brands of their first box (ISO/IEC 14496-12, 4.3).
    private static func isoMedia(_ head: UnsafeRawBufferPointer) -> MediaFormat? {
        guard head.count >= 8 else { return nil }
        let quickTime = MediaFormat.container(contentType: "video/quicktime", demuxer: "mov")
        switch head.text(at: 4, count: 4) {
        case "ftyp": break
        case "moov", "mdat", "wide", "free", "skip", "pnot": return quickTime
        default: return nil
        }
        guard head.count >= 16 else { return nil }
        let end = min(Int(head.bigEndian32(at: 0)), head.count, 256)
        let major = head.text(at: 8, count: 4)
        let brands = [major] + stride(from: 16, to: max(end - 3, 16), by: 4).map { head.text(at: $0, count: 4) }
        switch major {
        case "crx ": return .raw(contentType: "image/x-canon-cr3")
        case "avif", "avis": return .heif(contentType: "image/avif")
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "mif2", "miaf":
            return .heif(contentType: brands.contains("avif") ? "image/avif" : "image/heic")
        case "qt  ": return quickTime
        case "M4A ", "M4B ": return .container(contentType: "audio/mp4", demuxer: "mov")
        case _ where major.hasPrefix("3gp"): return .container(contentType: "video/3gpp", demuxer: "mov")
        default: return .container(contentType: "video/mp4", demuxer: "mov")
        }
    }

    /// TIFF and the RAW formats that are built like it.
    private static func tiffKin(_ tiff: TIFFDirectory) -> MediaFormat {
        switch tiff.variant {
        case .olympus: return .raw(contentType: "image/x-olympus-orf")
        case .panasonic: return .raw(contentType: "image/x-panasonic-rw2")
        case .canon: return .raw(contentType: "image/x-canon-cr2")
        case .plain: break
        }
        if tiff.isDNG { return .raw(contentType: "image/x-adobe-dng") }
        guard tiff.holdsSensorData else { return .tiff }
        return switch tiff.make.prefix(5).uppercased() {
        case "NIKON": .raw(contentType: "image/x-nikon-nef")
        case "SONY ", "SONY": .raw(contentType: "image/x-sony-arw")
        case "PENTA", "RICOH": .raw(contentType: "image/x-pentax-pef")
        case "SAMSU": .raw(contentType: "image/x-samsung-srw")
        case "HASSE": .raw(contentType: "image/x-hasselblad-3fr")
        default: .raw(contentType: "image/x-dcraw")
        }
    }
}
