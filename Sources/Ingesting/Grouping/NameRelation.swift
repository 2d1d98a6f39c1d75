import Platform

/// How the name of a file that was made of another one follows from that one's name, both without extension: what stands
/// between a beginning and an end is the same in both.
struct NameRelation: Sendable {
    /// What a name begins and ends with.
    struct Affixes: Sendable {
        let prefix: [UInt8]
        let suffix: [UInt8]

        init(_ prefix: String, _ suffix: String = "") {
            self.prefix = Array(prefix.utf8)
            self.suffix = Array(suffix.utf8)
        }

        /// What stands between; nil where a name begins or ends otherwise, or nothing stands between.
        func middle(of name: FileName) -> ArraySlice<UInt8>? {
            guard name.bytes.count > prefix.count + suffix.count, name.bytes.starts(with: prefix),
                name.bytes.suffix(suffix.count).elementsEqual(suffix)
            else { return nil }
            return name.bytes.dropFirst(prefix.count).dropLast(suffix.count)
        }

        func name(around middle: ArraySlice<UInt8>) -> FileName { FileName(bytes: prefix + middle + suffix) }
    }

    let derived: Affixes
    let original: Affixes
    /// Whether what stands between is a number.
    let isNumbered: Bool

    /// The name of what a file of this name was made of.
    func original(of name: FileName) -> FileName? { middle(of: name, derived).map(original.name) }

    /// The name of what may have been made of a file of this name.
    func derived(of name: FileName) -> FileName? { middle(of: name, original).map(derived.name) }

    private func middle(of name: FileName, _ affixes: Affixes) -> ArraySlice<UInt8>? {
        guard let middle = affixes.middle(of: name) else { return nil }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return !isNumbered || middle.allSatisfy(digits.contains) ? middle : nil
    }
}
