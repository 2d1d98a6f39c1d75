import FolderWatching
import Platform

/// Which folders become the library, and where it is kept: what `serve` and `index` have in common, checked.
struct LibraryConfiguration: Sendable {
    let dataFolder: FileName
    let folders: [FileName]
    let filter: PathFilter
    let decoderCount: Int
    let log: Log

    init(_ arguments: Arguments, environment: [String: FileName]) throws(UsageError) {
        log = try CommonOptions.log(arguments)
        dataFolder = try CommonOptions.dataFolder(arguments, environment: environment)
        folders = try CommonOptions.folders(arguments, environment: environment)
        filter = try CommonOptions.filter(arguments)
        decoderCount = try arguments.number(
            CommonOptions.decoders, in: 1...CommonOptions.largestDecoderCount, default: availableCores())
        for folder in folders where dataFolder.isWithin(folder) || folder.isWithin(dataFolder) {
            throw UsageError(
                description: "\(CommonOptions.data.flag): '\(dataFolder)' and the folder '\(folder)' lie within each "
                    + "other, but nothing may be written among photos")
        }
    }
}
