/// Where selections are kept. An acknowledged write survives the end of the process at any moment.
public protocol SelectionStore: Sendable {
    /// Every selection with its last steps.
    /// - Throws: `CatalogueError`.
    func selections() async throws -> [SelectionSnapshot]

    /// Every message about an ended selection.
    /// - Throws: `CatalogueError`.
    func deliveries() async throws -> [SelectionDelivery]

    /// What was kept of these assets when a selection was completed; without those of which nothing was.
    /// - Throws: `CatalogueError`.
    func facts(of selection: SelectionID, _ assets: [AssetID]) async throws -> [AssetID: [UInt8]]

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
    /// A selection is to be forgotten with all that belongs to it, but for the message about its end.
    case delete(SelectionID)
    /// What is to be kept of the assets of a selection that is completed.
    case putFacts([AssetID: [UInt8]], SelectionID)
    /// A message about an ended selection, new or another attempt later.
    case putDelivery(SelectionDelivery)
    /// A message is to be forgotten.
    case deleteDelivery(SelectionID)
}
