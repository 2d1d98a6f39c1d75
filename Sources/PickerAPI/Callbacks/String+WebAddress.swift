extension String {
    /// The host of an absolute http or https URL (RFC 3986, section 3), in lower case and without a port; nil for any
    /// other text, and for one with a user's name in it.
    var urlHost: String? {
        let parts = split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, ["http", "https"].contains(parts[0].lowercased()),
            utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        let authority = parts[1].prefix { !"/?#".contains($0) }
        guard !authority.contains("@"), !authority.contains("\\") else { return nil }
        let host = authority.first == "[" ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        let port = authority.dropFirst(host.count)
        let isPort =
            port.isEmpty || port.first == ":" && (Int(port.dropFirst()).map { (1...65535).contains($0) } ?? false)
        return host.isEmpty || host == "[]" || !isPort ? nil : host.lowercased()
    }
}
