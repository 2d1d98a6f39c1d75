import CExiv
import CFFmpeg
import CLibRaw
import CVips

/// The libraries that decode, and what they can read on this machine.
public enum MediaLibraries {
    /// Each library with its version.
    public static var versions: [(name: String, version: String)] {
        let ffmpeg = cffmpeg_version().map { String(cString: $0) } ?? "unknown"
        return [
            ("libvips", (0..<3).map { "\(vips_version(CInt($0)))" }.joined(separator: ".")),
            ("exiv2", String(cString: cexiv_version())),
            ("FFmpeg", ffmpeg),
            ("LibRaw", String(cString: clibraw_version())),
        ]
    }

    /// Each kind of picture with whether libvips was built to read it.
    public static var loaders: [(name: String, isAvailable: Bool)] {
        guard vips_init("contactsheet") == 0 else { return kinds.map { ($0.name, false) } }
        return kinds.map { ($0.name, vips_type_find("VipsOperation", $0.operation) != 0) }
    }

    private static let kinds = [
        (name: "JPEG", operation: "jpegload_buffer"), (name: "PNG", operation: "pngload_buffer"),
        (name: "WebP", operation: "webpload_buffer"), (name: "HEIC and AVIF", operation: "heifload_buffer"),
        (name: "GIF", operation: "gifload_buffer"), (name: "TIFF", operation: "tiffload_buffer"),
    ]
}
