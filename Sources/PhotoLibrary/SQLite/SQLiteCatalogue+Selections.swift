extension SQLiteCatalogue: SelectionStore {
    /// See `SelectionStore.selections`.
    public func selections() async throws -> [SelectionSnapshot] { try await read(SelectionRows.all) }

    /// See `SelectionStore.deliveries`.
    public func deliveries() async throws -> [SelectionDelivery] { try await read(SelectionDeliveryRows.all) }

    /// See `SelectionStore.facts`.
    public func facts(of selection: SelectionID, _ assets: [AssetID]) async throws -> [AssetID: [UInt8]] {
        try await read { try SelectionFactRows.facts(of: selection, assets, in: $0) }
    }

    /// See `SelectionStore.write`.
    public func write(_ writes: [SelectionWrite]) async throws {
        if writes.isEmpty { return }
        try await writer.run { try SelectionRows.write(writes, in: $0) }
    }
}
