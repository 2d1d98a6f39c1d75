import Platform

extension Resource {
    /// A short text of letters and digits that stands for what the file holds, for ETags and immutable URLs.
    ///
    /// Made of the fingerprint, and of the modification time as well where the fingerprint does not cover the whole file;
    /// of the stamp as long as there is no fingerprint. The same in every run of the program.
    public var contentTag: String {
        var mixed: UInt64 = 0
        func mix(_ word: UInt64) {
            // The finalizer of SplitMix64 (Steele, Lea, Flood 2014): every bit in moves every bit out.
            var word = (mixed ^ word) &+ 0x9E37_79B9_7F4A_7C15
            word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
            mixed = word ^ word >> 31
        }
        mix(UInt64(bitPattern: stamp.size))
        if let fingerprint {
            mix(fingerprint.high)
            mix(fingerprint.low)
        } else {
            mix(stamp.inode)
        }
        if fingerprint == nil || stamp.size > Int64(Fingerprint.fullyHashedLimit) {
            mix(UInt64(bitPattern: stamp.modified.nanoseconds))
        }
        return ResourceID(rawValue: Int64(bitPattern: mixed & UInt64(Int64.max))).description
    }
}
