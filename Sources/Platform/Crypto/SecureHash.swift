import CCrypto

/// Hashes that nobody can work out backwards, by OpenSSL.
public enum SecureHash {
    /// SHA-256 of bytes (FIPS 180-4): 32 bytes.
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
            SHA256(bytes, bytes.count, digest.baseAddress)
            count = Int(SHA256_DIGEST_LENGTH)
        }
    }

    /// HMAC-SHA256 of bytes (RFC 2104): 32 bytes that only who has the key can make.
    public static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
            let result = HMAC(EVP_sha256(), key, CInt(key.count), bytes, bytes.count, digest.baseAddress, nil)
            precondition(result != nil, "SHA-256 is always there")
            count = Int(SHA256_DIGEST_LENGTH)
        }
    }

    /// Whether two are equal, in a time that tells nothing of where they differ (CRYPTO_memcmp(3)).
    public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }

    /// So many bytes that nobody can guess, from the kernel.
    public static func randomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

extension [UInt8] {
    /// The bytes as text, two hexadecimal digits each, in lower case.
    public var hexadecimalText: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
