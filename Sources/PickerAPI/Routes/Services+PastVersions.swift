import HTTPServing
import PhotoLibrary

/// The library as it was at a token that a client has.
extension Services {
    /// A list as it was.
    /// - Throws: 410 where it is not known any more, or the token is none of this library.
    func fetch(_ request: FetchRequest, at token: LibraryToken) async throws(HTTPProblem) -> FetchResult {
        try check(token)
        let result = try await guarded { try await library.fetch(request, at: token.version) }
        guard let result else { throw Self.forgotten }
        return result
    }

    /// The whole library as it was.
    /// - Throws: 410 where it is not known any more, or the token is none of this library.
    func snapshot(at token: LibraryToken) async throws(HTTPProblem) -> LibrarySnapshot {
        try check(token)
        let snapshot = try await guarded { try await library.snapshot(at: token.version) }
        guard let snapshot else { throw Self.forgotten }
        return snapshot
    }

    private func check(_ token: LibraryToken) throws(HTTPProblem) {
        guard token.libraryID == libraryID else {
            throw .gone("unknown-library", "the token is one of another library")
        }
    }

    private static var forgotten: HTTPProblem {
        .gone("token-expired", "the list of that token is not known any more")
    }
}
