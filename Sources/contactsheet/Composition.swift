import Ingesting
import MediaDecoding
import PhotoLibrary
import PickerAPI
import Platform

/// The parts that `serve` and `index` share, built in order, by hand.
struct Composition: Sendable {
    static let version = "0.1.0"

    let configuration: LibraryConfiguration
    /// This program, which its child processes run too.
    let executable: FileName
    let catalogue: SQLiteCatalogue
    let library: Library
    let selections: SelectionKeeper
    let decoders: DecoderPool
    let indexer: Indexer
    let ingester: Ingester

    /// Opens the catalogue, loads the library, and makes what works on it ready. Nothing is scanned yet.
    /// - Parameter isServing: whether somebody may ask for pictures.
    static func make(_ configuration: LibraryConfiguration, isServing: Bool) async throws -> Composition {
        let log = configuration.log
        try Directory.make(at: configuration.dataFolder, mode: 0o700)
        let catalogue = try await SQLiteCatalogue.open(
            in: configuration.dataFolder, program: "contactsheet \(version)")
        if let recovery = catalogue.recovery { warn(of: recovery, log) }
        let library = try await Library.open(catalogue)
        let selections = try await SelectionKeeper.open(
            catalogue, library: library, message: { CallbackMessage.body(of: $0) })
        guard let executable = ProcessFacts.executable else {
            throw SystemError(code: SystemError.absence, call: "realpath", subject: "/proc/self/exe")
        }
        let decoders = DecoderPool(
            executable: executable, width: configuration.decoderCount, isPrepared: isServing, log: log)
        let indexer = Indexer(
            library: library, decoder: decoders, roots: configuration.folders, filter: configuration.filter, log: log)
        let ingester = Ingester(
            indexer: indexer, cookies: configuration.dataFolder.appending(FileName("watcher")))
        return Composition(
            configuration: configuration, executable: executable, catalogue: catalogue, library: library,
            selections: selections,
            decoders: decoders, indexer: indexer,
            ingester: ingester)
    }

    private static func warn(of recovery: CatalogueRecovery, _ log: Log) {
        log.warning(
            "the catalogue was damaged; it was set aside and is built anew from the folders",
            [
                "reason": recovery.reason, "setAside": recovery.setAside.description,
                "salvaged": recovery.salvagedAssetCount,
            ])
    }

    /// Forgets tombstones and old entries of the change log, now and every few hours, until it is cancelled.
    func expireRegularly(keeping history: HistoryLimits) async {
        while !Task.isCancelled {
            let now = Timestamp.now
            let past = now.nanoseconds - Int64(Tombstone.lifetime / .nanoseconds(1))
            do {
                try await catalogue.expire(
                    tombstonesBefore: Timestamp(nanoseconds: past), changesBefore: history.start(at: now),
                    changeLimit: history.length)
            } catch {
                configuration.log.warning("old changes could not be forgotten", ["reason": "\(error)"])
            }
            try? await Task.sleep(for: Self.expiryInterval)
        }
    }

    /// Lifetimes are days; a few hours more do no harm.
    private static let expiryInterval = Duration.seconds(6 * 60 * 60)

    /// Ends what is under way, so that the next start finds everything in order.
    func close() async {
        await ingester.stop()
        decoders.stop()
        await catalogue.close()
    }
}
