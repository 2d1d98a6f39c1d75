public import PhotoLibrary
public import Platform
import Synchronization

/// Knows all tokens, and learns within half a second of those that another process made or revoked.
public final class TokenKeeper: Sendable {
    /// A revoked token works no longer than this.
    private static let pollInterval = Duration.milliseconds(500)
    /// Longest name of a token, in Unicode scalars, as JSON Schema counts: a line of a list.
    public static let nameLimit = 100
    /// Most assets that a limited token shows: what a person chooses, and not a library's worth.
    public static let subsetLimit = 10_000

    private struct State {
        var tokens: [String: AccessToken] = [:]
        /// What bearers of limited tokens see, by the tokens' ids.
        var subsets: [String: AssetSubset] = [:]
        var stamp: FileStamp?
    }

    /// Signs URLs, with a key that is made once for a data folder.
    public let signer: URLSigner
    /// Tells of tokens that came and went.
    let signal = VersionSignal(0)
    private let file: TokenFile
    private let state = Mutex(State())
    private let now: @Sendable () -> Timestamp

    /// Reads the tokens of a data folder, and makes the signing key where there is none. May block.
    public init(in dataFolder: FileName, now: @escaping @Sendable () -> Timestamp = { .now }) throws {
        file = TokenFile(in: dataFolder)
        self.now = now
        let contents = try file.read() ?? file.update { $0 }
        signer = URLSigner(key: Array(contents.signingKey.utf8), now: now)
        try reload()
    }

    /// Every token, the oldest first.
    public var all: [AccessToken] {
        state.withLock { Array($0.tokens.values) }.sorted { ($0.createdSeconds, $0.id) < ($1.createdSeconds, $1.id) }
    }

    /// The token that a text is; nil where it is none that holds.
    ///
    /// It is looked up by its hash, so that no time that this takes tells anything of other tokens' texts.
    func token(_ text: String) -> AccessToken? {
        let hash = SecureHash.sha256(Array(text.utf8)).hexadecimalText
        guard let token = state.withLock({ $0.tokens[hash] }), token.holds(at: now()) else { return nil }
        return token
    }

    /// What the bearer of a limited token sees; nothing of a token that is none, or no longer.
    func subset(of token: AccessToken) -> AssetSubset {
        state.withLock { $0.subsets[token.id] } ?? AssetSubset(name: "none", assets: [])
    }

    /// Whether a text will do for a token's name: a line that is not empty.
    public static func isName(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || [0x2028, 0x2029].contains(scalar.value)
        }
        return (1...nameLimit).contains(scalars.count) && !scalars.contains(where: isControl)
    }

    /// Makes a token. May block.
    /// - Parameters:
    ///   - lifetime: how long it holds; nil for until it is revoked.
    ///   - assets: what the bearer of a limited token sees.
    /// - Returns: the token with its text, which can't be had again.
    public func create(
        name: String, scope: TokenScope, lifetime: Duration?, assets: [AssetID] = []
    ) throws -> (token: AccessToken, text: String) {
        let text = "cs_" + SecureHash.randomBytes(32).hexadecimalText
        let created = now().seconds
        let token = AccessToken(
            id: SecureHash.randomBytes(8).hexadecimalText, name: name, scope: scope,
            hash: SecureHash.sha256(Array(text.utf8)).hexadecimalText, createdSeconds: created,
            expirySeconds: lifetime.map { created + $0.components.seconds },
            assetIDs: scope == .limited ? assets.map(\.description) : nil)
        try file.update { $0.tokens.append(token) }
        try reload()
        return (token, text)
    }

    /// A limited token would show more than it may.
    struct TooManyAssets: Error {}

    /// Changes what the bearer of a limited token sees; nil where there is no such token. May block.
    /// - Throws: `TooManyAssets`; then nothing has changed.
    func limit(
        _ id: String, _ change: (inout Set<AssetID>) -> Void
    ) throws -> AccessToken? {
        let changed = try file.update { contents -> AccessToken? in
            guard let place = contents.tokens.firstIndex(where: { $0.id == id && $0.scope == .limited }) else {
                return nil
            }
            let before = contents.tokens[place].assets
            var assets = before
            change(&assets)
            guard assets.count <= Self.subsetLimit else { throw TooManyAssets() }
            if assets != before {
                contents.tokens[place].assetIDs = assets.map(\.description).sorted()
                contents.tokens[place].subsetRevision = (contents.tokens[place].subsetRevision ?? 0) + 1
            }
            return contents.tokens[place]
        }
        try reload()
        return changed
    }

    /// Revokes the token of this id; false where there is none. May block.
    public func revoke(_ id: String) throws -> Bool {
        guard all.contains(where: { $0.id == id }) else { return false }
        try file.update { contents in contents.tokens.removeAll { $0.id == id } }
        try reload()
        return true
    }

    /// The text that lets its bearer act on one selection, until an instant. Nothing of it is kept.
    public func token(for selection: SelectionID, expires: Timestamp) -> String {
        signer.token(Self.selectionKind, selection.description, expires: expires)
    }

    /// The selection that such a text is for.
    func selection(ofToken text: String) -> (id: SelectionID, expires: Timestamp)? {
        guard let found = signer.subject(ofToken: text, Self.selectionKind) else { return nil }
        return SelectionID(found.subject).map { ($0, found.expires) }
    }

    private static let selectionKind = "cspick"

    /// Keeps up with what other processes do to the tokens, until it is cancelled.
    /// - Parameter blocking: where the disk is asked.
    public func run(on blocking: BlockingPool, log: Log) async {
        while !Task.isCancelled {
            do {
                try await blocking.run { try self.reload() }
            } catch {
                log.error("the tokens could not be read; those known before still hold", ["reason": "\(error)"])
            }
            try? await Task.sleep(for: Self.pollInterval)
        }
    }

    /// Reads the file where it is another one.
    private func reload() throws {
        let stamp = file.stamp
        guard state.withLock({ $0.stamp != stamp }) else { return }
        let tokens = try file.read()?.tokens ?? []
        state.withLock { state in
            state.stamp = stamp
            state.tokens = Dictionary(tokens.map { ($0.hash, $0) }, uniquingKeysWith: { first, _ in first })
            state.subsets = [:]
            for token in tokens where token.scope == .limited {
                state.subsets[token.id] = AssetSubset(
                    name: "\(token.id)-\(token.subsetRevision ?? 0)", assets: token.assets)
            }
        }
        signal.advance()
    }

    /// Waits until a caller's right has ended, or the task is cancelled.
    func waitForEnd(of caller: Caller) async {
        while !Task.isCancelled {
            let version = signal.version
            guard holds(caller) else { return }
            let left = caller.expiryDate.map { Duration.seconds(max(1, $0.seconds - now().seconds)) }
            await withTaskGroup { group in
                group.addTask { await self.signal.wait(after: version) }
                if let left { group.addTask { try? await Task.sleep(for: left) } }
                await group.next()
                group.cancelAll()
            }
        }
    }

    private func holds(_ caller: Caller) -> Bool {
        switch caller {
        case .bearer(let token):
            token.holds(at: now())
                && state.withLock { state in
                    // Who sees another part of the library by now begins anew.
                    state.tokens[token.hash].map {
                        $0.id == token.id && $0.subsetRevision == token.subsetRevision
                    } ?? false
                }
        case .picker(_, let expires): now() < expires
        case .link: true
        }
    }
}
