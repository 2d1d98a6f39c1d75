import FolderWatching
import PhotoLibrary
import Platform
import Synchronization

/// Tells of what the watcher sees.
final class WatcherTeller: ChangeTeller {
    /// Set once the watcher was started.
    let watcher = Mutex<FolderWatcher?>(nil)
    private let pump: ChangePump
    private let handler: BatchHandler

    init(pump: ChangePump, handler: BatchHandler) {
        self.pump = pump
        self.handler = handler
    }

    func lookAgain(at path: RootedPath, _ stillness: Stillness) { pump.lookAgain(at: path, stillness) }

    func read(_ assets: [AssetID]) { handler.read(assets, pump) }

    func leavingPaths() async -> Set<RootedPath> {
        // All that happened so far must be known. Without a watcher nothing is.
        try? await watcher.withLock { $0 }?.barrier()
        return pump.leavingPaths
    }

    func beginListing() { pump.beginListing() }

    func endListing() async -> Bool {
        try? await watcher.withLock { $0 }?.barrier()
        pump.endListing()
        return !pump.leavingPaths.isEmpty
    }
}
