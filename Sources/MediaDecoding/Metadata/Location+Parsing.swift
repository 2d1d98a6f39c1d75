extension MediaMetadata.Location {
    /// Reads Exif's GPS fields: degrees, minutes and seconds as three rationals, and a letter for the hemisphere.
    ///
    /// Nil without a hemisphere, for x/0, and for 0/0 degrees; minutes and seconds of 0/0 count as none.
    init?(exif fields: MetadataFields) {
        guard let latitude = Self.degrees(fields[.latitude], fields[.latitudeReference], letters: ("N", "S")),
            let longitude = Self.degrees(fields[.longitude], fields[.longitudeReference], letters: ("E", "W"))
        else { return nil }
        let height = fields[.altitude].flatMap { Self.rational(Substring($0)) }
        let isBelow = fields[.altitudeReference]?.hasPrefix("1") == true
        self.init(latitude: latitude, longitude: longitude, altitude: height.map { isBelow ? -$0 : $0 })
    }

    private static func degrees(_ text: String?, _ reference: String?, letters: (Character, Character)) -> Double? {
        guard let text, let letter = reference?.uppercased().first, letter == letters.0 || letter == letters.1 else {
            return nil
        }
        let parts = text.split(separator: " ")
        guard let first = parts.first, let whole = rational(first) else { return nil }
        var degrees = whole
        for (part, unit) in zip(parts.dropFirst(), [60.0, 3600.0]) where part != "0/0" {
            guard let value = rational(part) else { return nil }
            degrees += value / unit
        }
        return letter == letters.1 ? -degrees : degrees
    }

    private static func rational(_ text: Substring) -> Double? {
        let parts = text.split(separator: "/")
        guard let first = parts.first, let numerator = Double(first) else { return nil }
        guard parts.count == 2 else { return numerator.isFinite ? numerator : nil }
        guard let denominator = Double(parts[1]), denominator != 0 else { return nil }
        return numerator / denominator
    }

    /// Reads XMP's form: `48,51.49N` or `48,51,29.4N`.
    init?(xmpLatitude: String?, longitude: String?) {
        guard let latitude = Self.xmpDegrees(xmpLatitude, letters: ("N", "S")),
            let longitude = Self.xmpDegrees(longitude, letters: ("E", "W"))
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    private static func xmpDegrees(_ text: String?, letters: (Character, Character)) -> Double? {
        guard let text, let letter = text.last, letter == letters.0 || letter == letters.1 else { return nil }
        let parts = text.dropLast().split(separator: ",").map { Double($0) }
        guard (2...3).contains(parts.count), !parts.contains(where: { $0 == nil }) else { return nil }
        let degrees = zip(parts, [1.0, 60.0, 3600.0]).reduce(0) { $0 + ($1.0 ?? 0) / $1.1 }
        return letter == letters.1 ? -degrees : degrees
    }

    /// Reads ISO 6709 as videos have it: `+35.6586+139.7454+012.3/`, in degrees, or with minutes and seconds.
    init?(iso6709 text: String) {
        var parts: [Substring] = []
        var rest = text[...]
        while let sign = rest.first, sign == "+" || sign == "-" {
            let digits = rest.dropFirst().prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            parts.append(rest[..<digits.endIndex])
            rest = rest[digits.endIndex...]
        }
        guard parts.count >= 2, let latitude = Self.isoDegrees(parts[0], degreeDigits: 2),
            let longitude = Self.isoDegrees(parts[1], degreeDigits: 3)
        else { return nil }
        self.init(latitude: latitude, longitude: longitude, altitude: parts.count > 2 ? Double(parts[2]) : nil)
    }

    private static func isoDegrees(_ text: Substring, degreeDigits: Int) -> Double? {
        let number = text.dropFirst()
        let whole = number.prefix { $0 != "." }
        let extra = whole.count - degreeDigits
        guard extra > 0, extra % 2 == 0, extra <= 4 else {
            return Double(text)
        }
        guard let degrees = Double(number.prefix(degreeDigits)) else { return nil }
        let minuteText = number.dropFirst(degreeDigits)
        let isSeconds = extra == 4
        guard let minutes = Double(isSeconds ? minuteText.prefix(2) : minuteText),
            let seconds = isSeconds ? Double(minuteText.dropFirst(2)) : 0
        else { return nil }
        let value = degrees + minutes / 60 + seconds / 3600
        return text.first == "-" ? -value : value
    }
}
