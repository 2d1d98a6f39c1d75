import FolderWatching
import PhotoLibrary

/// What the indexer asks of whoever tells it of changes.
protocol ChangeTeller: Sendable {
    /// Is told of a file that is not whole yet, to have it looked at again.
    func lookAgain(at path: RootedPath, _ stillness: Stillness)

    /// Is told of assets that are still to be read, since their files were not there or did not hold still.
    func read(_ assets: [AssetID])

    /// The places that something left of which has still to be told what became of it, as of now.
    func leavingPaths() async -> Set<RootedPath>

    /// Is told that the indexer lists directories, and so learns of what it was not told.
    func beginListing()

    /// Is told that the indexer has listed.
    /// - Returns: whether something went meanwhile of which has still to be told where to.
    func endListing() async -> Bool
}
