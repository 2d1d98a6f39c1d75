import CVips
import TestSupport
import Testing

/// The pixels of a picture that the server sent.
struct Pixels {
    let width: Int, height: Int, bands: Int
    private let bytes: [UInt8]

    /// Decodes a response, which must be a picture.
    init(_ response: RawHTTPClient.Response) throws {
        try #require(cvips_start() == 0)
        try #require(response.status == 200, "\(response.text.prefix(300))")
        let pixels: (width: Int, height: Int, bands: Int, bytes: [UInt8])? = response.body.withUnsafeBytes { content in
            guard let image = cvips_open(content.baseAddress, content.count, 0) else { return nil }
            defer { g_object_unref(image) }
            var count = 0
            guard let start = vips_image_write_to_memory(image, &count) else { return nil }
            defer { g_free(start) }
            return (
                Int(vips_image_get_width(image)), Int(vips_image_get_height(image)), Int(vips_image_get_bands(image)),
                [UInt8](UnsafeRawBufferPointer(start: start, count: count))
            )
        }
        (width, height, bands, bytes) = try #require(pixels)
    }

    /// Width and height.
    var size: [Int] { [width, height] }

    /// The pixel at a place given in twentieths of the sides; a grey one as three equal values.
    func at(_ x: Int, _ y: Int) -> [Int] {
        let start = (y * height / 20 * width + x * width / 20) * bands
        let pixel = bytes[start..<(start + bands)].map { Int($0) }
        return pixel.count >= 3 ? Array(pixel.prefix(3)) : [pixel[0], pixel[0], pixel[0]]
    }

    /// Whether the pixel is as `wanted`, give or take `distance` in each value.
    func isNear(_ wanted: [Int], at place: (Int, Int), within distance: Int) -> Bool {
        zip(at(place.0, place.1), wanted).allSatisfy { abs($0 - $1) <= distance }
    }

    /// Whether the corner of the samples that is red when they are upright is.
    var isUpright: Bool {
        let corner = at(1, 1)
        return corner[0] > 150 && corner[1] < 110 && corner[2] < 110
    }
}
