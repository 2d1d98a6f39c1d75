import Platform

/// Reads which parts of a picture XMP speaks of: the Metadata Working Group's regions (MWG 2.0, section 5.9), and the
/// people of Microsoft's photo schema.
enum RegionReader {
    /// The most regions that are kept, each with a name of at most `longestName` characters.
    private static let mostRegions = 64
    private static let longestName = 128

    /// The members of one region, by the last part of their paths.
    private typealias Members = [String: String]

    /// Reads regions.
    /// - Parameters:
    ///   - properties: paths below the list of regions, such as `[1]/mwg-rs:Name`, with their values.
    ///   - orientation: how the stored picture, which the regions are given in, is turned to be shown (EXIF, 1 to 8).
    static func regions(_ properties: [(path: String, value: String)], orientation: Int) -> [MediaRegion] {
        var members: [Members] = []
        for (path, value) in properties {
            let parts = path.split(separator: "/")
            guard let first = parts.first, first.hasPrefix("["), first.hasSuffix("]"), parts.count > 1,
                let number = Int(first.dropFirst().dropLast()), (1...mostRegions).contains(number),
                let last = parts.last
            else { continue }
            while members.count < number { members.append([:]) }
            members[number - 1][String(last.drop { $0 != ":" }.dropFirst())] = value
        }
        return members.compactMap { region($0) }.map { $0.shown(turnedBy: orientation) }
    }

    private static func region(_ members: Members) -> MediaRegion? {
        func number(_ name: String) -> Double? { members[name].flatMap { Double($0) } }
        func name(_ name: String) -> String? { members[name].map { String($0.prefix(longestName)) } }
        if let rectangle = members["Rectangle"] {
            let numbers = rectangle.split { $0 == "," || $0 == " " }.compactMap { Double($0) }
            guard numbers.count == 4 else { return nil }
            let person = name("PersonDisplayName")
            return sound(
                MediaRegion(
                    type: "Face", name: person, x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        }
        guard let x = number("x"), let y = number("y"), members["unit"] ?? "normalized" == "normalized" else {
            return nil
        }
        // The area of a point has no size, that of a circle a diameter.
        let width = number("w") ?? number("d") ?? 0, height = number("h") ?? number("d") ?? 0
        return sound(
            MediaRegion(
                type: name("Type"), name: name("Name"), x: x - width / 2, y: y - height / 2, width: width,
                height: height))
    }

    /// The region as far as it is in the picture; nil where it is not.
    private static func sound(_ region: MediaRegion) -> MediaRegion? {
        guard [region.x, region.y, region.width, region.height].allSatisfy(\.isFinite), region.width >= 0,
            region.height >= 0
        else { return nil }
        let left = max(region.x, 0), top = max(region.y, 0)
        let right = min(region.x + region.width, 1), bottom = min(region.y + region.height, 1)
        guard left <= right, top <= bottom else { return nil }
        return MediaRegion(
            type: region.type, name: region.name, x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension MediaRegion {
    /// The same region of the picture turned as EXIF says.
    fileprivate func shown(turnedBy orientation: Int) -> MediaRegion {
        var turned = self
        let right = 1 - x - width, bottom = 1 - y - height
        switch orientation {
        case 2: turned.x = right
        case 3: (turned.x, turned.y) = (right, bottom)
        case 4: turned.y = bottom
        case 5: (turned.x, turned.y) = (y, x)
        case 6: (turned.x, turned.y) = (bottom, x)
        case 7: (turned.x, turned.y) = (bottom, right)
        case 8: (turned.x, turned.y) = (y, right)
        default: break
        }
        if orientation > 4 { (turned.width, turned.height) = (height, width) }
        func rounded(_ part: Double) -> Double { (part * 1e6).rounded() / 1e6 }
        return MediaRegion(
            type: type, name: name, x: rounded(turned.x), y: rounded(turned.y), width: rounded(turned.width),
            height: rounded(turned.height))
    }
}
