import CVips
import Platform

/// A picture of libvips, let go of with this value. Pixels are computed only as they are asked for.
struct VipsPicture: ~Copyable {
    /// The picture.
    let image: UnsafeMutablePointer<VipsImage>

    /// Takes over a reference; nil where an operation failed.
    init?(owning image: UnsafeMutablePointer<VipsImage>?) {
        guard let image else { return nil }
        self.image = image
    }

    /// Starts libvips where that has not been done: a process that only reads metadata of JPEGs never needs it, and it
    /// takes longer than a thousand of them.
    static func prepare() {
        guard cvips_start() == 0 else { fatalError("libvips does not start: \(takeError())") }
    }

    /// Has pictures computed by so many threads from now on.
    static func useThreads(_ count: Int) {
        prepare()
        vips_concurrency_set(CInt(count))
    }

    /// Reads the header of a picture in memory, which must outlive this value.
    /// - Parameter isStrict: whether damage is an error once pixels are asked for.
    init?(header bytes: UnsafeRawBufferPointer, isStrict: Bool = false) {
        Self.prepare()
        self.init(owning: cvips_open(bytes.baseAddress, bytes.count, isStrict ? 1 : 0))
    }

    deinit { g_object_unref(image) }

    /// Size in pixels.
    var size: PixelSize {
        PixelSize(width: Int(vips_image_get_width(image)), height: Int(vips_image_get_height(image)))
    }

    /// Size in pixels of one frame of an animation, and of all there is of a still.
    var frameSize: PixelSize { PixelSize(width: size.width, height: Int(vips_image_get_page_height(image))) }

    /// Frames in the file, however many are loaded; 1 for a still.
    var frameCount: Int { Int(vips_image_get_n_pages(image)) }

    /// Bits of one channel: of HEIF those stored, else those decoded.
    var bitDepth: Int? {
        var depth: CInt = 0
        if vips_image_get_typeof(image, "heif-bitdepth") != 0, vips_image_get_int(image, "heif-bitdepth", &depth) == 0 {
            return Int(depth)
        }
        return switch vips_image_get_format(image) {
        case VIPS_FORMAT_UCHAR: 8
        case VIPS_FORMAT_USHORT: 16
        case VIPS_FORMAT_FLOAT: 32
        default: nil
        }
    }

    /// The name of its ICC profile; nil where there is none.
    var profileName: String? { ColorProfile.name(block("icc-profile-data")) }

    /// Exif and XMP as the loader found them.
    var fields: MetadataFields { MetadataFields(exif: block("exif-data"), xmp: block("xmp-data")) }

    /// The JPEG in its Exif data; empty where there is none.
    var embeddedThumbnail: UnsafeRawBufferPointer { block("jpeg-thumbnail-data") }

    /// How it has to be turned, as Exif counts: 1 to 8.
    var orientation: Int { Int(vips_image_get_orientation(image)) }

    private func block(_ name: String) -> UnsafeRawBufferPointer {
        var start: UnsafeRawPointer?
        var count = 0
        guard vips_image_get_typeof(image, name) != 0, vips_image_get_blob(image, name, &start, &count) == 0 else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    /// Whether colours need a conversion to be sRGB.
    var hasProfile: Bool { vips_image_get_typeof(image, "icc-profile-data") != 0 }

    /// Whether it has transparency.
    var hasAlpha: Bool { vips_image_hasalpha(image) != 0 }

    /// Does one operation; nil where it fails.
    func applying(
        _ operation: (UnsafeMutablePointer<VipsImage>, inout UnsafeMutablePointer<VipsImage>?) -> CInt
    ) -> VipsPicture? {
        var result: UnsafeMutablePointer<VipsImage>?
        guard operation(image, &result) == 0 else { return nil }
        return VipsPicture(owning: result)
    }

    /// Forgets what went wrong.
    static func clearError() { vips_error_clear() }

    /// Takes libvips' words for what went wrong last: the first line.
    static func takeError() -> String {
        defer { vips_error_clear() }
        guard let text = vips_error_buffer() else { return "" }
        return MetadataText.clean(String(String(cString: text).prefix { $0 != "\n" }.prefix(200))) ?? "no reason given"
    }
}
