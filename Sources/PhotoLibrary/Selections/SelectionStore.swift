/// Where selections are kept. An acknowledged write survives the end of the process at any moment.
public protocol SelectionStore: Sendable {
    /// Every selection with its last steps.
    /// - Throws: `CatalogueError`.
    func selections() async throws -> [SelectionSnapshot]

    /// Writes steps in order, all or none.
    /// - Throws: `CatalogueError`.
    func write(_ writes: [SelectionWrite]) async throws
}

/// One step to be kept.
public enum SelectionWrite: Sendable {
    /// A new selection with all its items.
    case insert(Selection)
    /// A selection after a change.
    case update(Selection, SelectionChange)
    /// A selection is to be forgotten with all that belongs to it.
    case delete(SelectionID)
}
