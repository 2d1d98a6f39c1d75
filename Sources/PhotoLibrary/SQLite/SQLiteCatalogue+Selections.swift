extension SQLiteCatalogue: SelectionStore {
    /// See `SelectionStore.selections`.
    public func selections() async throws -> [SelectionSnapshot] { try await read(SelectionRows.all) }

    /// See `SelectionStore.deliveries`.
    public func deliveries() async throws -> [SelectionDelivery] { try await read(SelectionDeliveryRows.all) }

    /// See `SelectionStore.write`.
    public func write(_ writes: [SelectionWrite]) async throws {
        if writes.isEmpty { return }
        try await writer.run { try SelectionRows.write(writes, in: $0) }
    }
}
