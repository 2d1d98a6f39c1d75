import Platform

/// Gives the files of an archive names that can be unpacked side by side on every system. Pure.
struct EntryNames {
    private var taken: Set<String> = []
    /// The last number that was given to a name, so that a thousand files of one name are not compared each with all.
    private var numbers: [String: Int] = [:]

    /// A name like `name`, valid as UTF-8, that was not given before: `IMG.jpg`, `IMG (2).jpg`, …
    ///
    /// Names that differ only in case or in how letters are composed count as the same, as they do to macOS and Windows.
    mutating func unique(_ name: FileName) -> String {
        let name = Self.portable(name.description)
        let key = name.lowercased()
        if taken.insert(key).inserted { return name }
        let (stem, suffix) = Self.parts(name)
        var number = numbers[key] ?? 1
        while true {
            number += 1
            let candidate = "\(stem) (\(number))\(suffix)"
            guard taken.insert(candidate.lowercased()).inserted else { continue }
            numbers[key] = number
            return candidate
        }
    }

    /// The name without what is no part of a name somewhere: control characters and what Windows refuses.
    private static func portable(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar.value == 0x7F || #"<>:"/\|?*"#.unicodeScalars.contains(scalar) ? "_" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func parts(_ name: String) -> (stem: Substring, suffix: Substring) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name[...], "") }
        return (name[..<dot], name[dot...])
    }
}
