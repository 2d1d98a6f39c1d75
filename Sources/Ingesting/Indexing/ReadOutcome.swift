import MediaDecoding
import PhotoLibrary
import Platform

/// What reading a file told of its asset.
struct ReadOutcome: Sendable {
    let assetID: AssetID
    /// Which file was read, as it was listed.
    let listed: FileStamp
    /// The state in which it was read.
    let stamp: FileStamp
    let result: Result<MediaMetadata, DecodeFailure>
    /// Whether it had been read before, and was read again as it is.
    let isRereading: Bool
    /// What stands beside it.
    let sidecars: [Resource]
    /// For failures alone.
    let fingerprint: Fingerprint?

    /// Notes it in the asset; false where the asset's file is another by now, or was read meanwhile.
    func apply(to asset: inout Asset) -> Bool {
        guard asset.primary.stamp == listed, asset.primary.state == .pending || isRereading else { return false }
        switch result {
        case .success(let facts): asset.apply(facts, stamp: stamp)
        case .failure(let failure) where asset.primary.state == .ready: asset.note(failure)
        case .failure(let failure): asset.apply(failure, stamp: stamp, fingerprint: fingerprint)
        }
        asset.resources = asset.resources.filter { $0.kind != .sidecar } + sidecars
        return true
    }
}
