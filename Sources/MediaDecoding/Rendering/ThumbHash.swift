import Glibc
import Platform

/// A very small picture of a picture: its colours and shapes in some 25 bytes, as Evan Wallace's ThumbHash writes them.
///
/// The lightness of 8-bit RGB pixels is written as up to seven by seven terms of the discrete cosine transform, the two
/// differences of colour as three by three, in four bits each; what would be transparent is not written.
enum ThumbHash {
    /// Terms of lightness along the longer side.
    private static let mostTerms = 7

    /// Makes the hash of pixels of three bytes each.
    static func make(_ pixels: [UInt8], _ size: PixelSize) -> [UInt8] {
        let count = size.width * size.height
        guard count > 0, pixels.count >= count * 3 else { return [] }
        var lightness = [Double](repeating: 0, count: count)
        var yellowBlue = lightness
        var redGreen = lightness
        for place in 0..<count {
            let red = Double(pixels[place * 3]) / 255
            let green = Double(pixels[place * 3 + 1]) / 255
            let blue = Double(pixels[place * 3 + 2]) / 255
            lightness[place] = (red + green + blue) / 3
            yellowBlue[place] = (red + green) / 2 - blue
            redGreen[place] = red - green
        }
        let longer = max(size.width, size.height)
        let across = max((mostTerms * size.width * 2 + longer) / (longer * 2), 1)
        let down = max((mostTerms * size.height * 2 + longer) / (longer * 2), 1)
        let channels = [
            Channel(lightness, size, across: max(across, 3), down: max(down, 3)),
            Channel(yellowBlue, size, across: 3, down: 3), Channel(redGreen, size, across: 3, down: 3),
        ]
        let isWide = size.width > size.height
        let first =
            number(63 * channels[0].mean) | number(31.5 + 31.5 * channels[1].mean) << 6
            | number(31.5 + 31.5 * channels[2].mean) << 12 | number(31 * channels[0].scale) << 18
        let second =
            (isWide ? down : across) | number(63 * channels[1].scale) << 3 | number(63 * channels[2].scale) << 9
            | (isWide ? 1 << 15 : 0)
        var hash = [first, first >> 8, first >> 16, second, second >> 8].map { UInt8(truncatingIfNeeded: $0) }
        let terms = channels.flatMap { channel in channel.terms.map { number(15 * channel.share($0)) } }
        for place in stride(from: 0, to: terms.count, by: 2) {
            hash.append(UInt8(terms[place] | (place + 1 < terms.count ? terms[place + 1] << 4 : 0)))
        }
        return hash
    }

    private static func number(_ value: Double) -> Int { Int(value.rounded()) }

    /// The cosine transform of one channel: its mean, and the terms of low frequency.
    private struct Channel {
        private(set) var mean = 0.0
        private(set) var terms: [Double] = []
        /// The largest of the terms' sizes.
        private(set) var scale = 0.0

        init(_ values: [Double], _ size: PixelSize, across: Int, down: Int) {
            let columns = (0..<across).map { Self.cosines($0, size.width) }
            let rows = (0..<down).map { Self.cosines($0, size.height) }
            for row in 0..<down {
                // The terms within the triangle of low frequencies.
                for column in 0..<across where column * down < across * (down - row) {
                    var sum = 0.0
                    for y in 0..<size.height {
                        var line = 0.0
                        for x in 0..<size.width { line += values[y * size.width + x] * columns[column][x] }
                        sum += line * rows[row][y]
                    }
                    let term = sum / Double(size.width * size.height)
                    if row == 0, column == 0 {
                        mean = term
                    } else {
                        terms.append(term)
                        scale = max(scale, abs(term))
                    }
                }
            }
        }

        /// A term as a share of the largest, 0 to 1; 0.5 for none.
        func share(_ term: Double) -> Double { scale > 0 ? 0.5 + 0.5 / scale * term : term }

        private static func cosines(_ frequency: Int, _ count: Int) -> [Double] {
            (0..<count).map { cos(Double.pi / Double(count) * Double(frequency) * (Double($0) + 0.5)) }
        }
    }
}
