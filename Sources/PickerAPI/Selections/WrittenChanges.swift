import HTTPServing
import PhotoLibrary
import Platform
import Synchronization

/// The last messages about changes of selections: all who watch one are told of a step in the same words.
final class WrittenChanges: Sendable {
    /// Which message: what tells one from all others, of whatever selection.
    struct Key: Hashable, Sendable {
        let view: String
        let window: Int
        let selection: SelectionID
        let from: Version
        let to: Version
        /// The refusal that is told of; 0 for none.
        let refusal: Int
        let language: Language
    }

    /// Some thousand steps, each of a few items. Only those of the last moment are asked for again.
    private static let memoryLimit = 4 << 20

    private let messages = Mutex(LeastRecentlyUsedCache<Key, [UInt8]>(limit: memoryLimit))

    /// A message, written unless it was before.
    func message(
        _ key: Key, write: () async throws(HTTPProblem) -> [UInt8]
    ) async throws(HTTPProblem) -> [UInt8] {
        if let known = messages.withLock({ $0.value(for: key) }) { return known }
        let message = try await write()
        messages.withLock { $0.insert(message, for: key, cost: message.count) }
        return message
    }
}
