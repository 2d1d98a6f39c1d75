import FolderWatching
import Ingesting
import MediaDecoding
import PhotoLibrary
import PickerAPI
import Platform

/// Gathers how the server is from its parts.
struct StatusReport {
    let composition: Composition
    let thumbnails: ThumbnailService
    let uptime: Duration

    var status: ServiceStatus {
        let progress = composition.ingester.progress
        var status = ServiceStatus(
            indexState: progress.phase.state, isReady: composition.indexer.hasListedAll,
            pendingCount: composition.library.snapshot.pendingCount, roots: roots, watching: watching,
            isDataFolderWritable: progress.phase != .waitingForSpace,
            thumbnailByteCount: thumbnails.diskSize, uptime: uptime)
        status.rereadCount = progress.filesReread
        status.isRereading = progress.isRereading
        return status
    }

    private var roots: [ServiceStatus.Root] {
        let known = composition.library.snapshot.roots
        let watched = composition.ingester.watchStatus?.roots ?? [:]
        return composition.configuration.folders.enumerated().map { number, path in
            let root = known.first { $0.name == path }
            let isOnline = root?.isOnline ?? !composition.indexer.hasListedAll
            return ServiceStatus.Root(
                id: root?.id, path: path,
                offlineReason: isOnline ? nil : "The folder is missing, empty or can't be read.",
                watchMode: watched[number]?.mode.reported ?? .offline)
        }
    }

    private var watching: ServiceStatus.Watching {
        let status = composition.ingester.watchStatus
        return ServiceStatus.Watching(
            watchCount: status?.watchCount ?? 0, watchLimit: status?.limits.watchLimit,
            overflowCount: status?.overflowCount ?? 0, rescanCount: composition.ingester.rescanCount)
    }
}

extension WatcherStatus.Mode {
    fileprivate var reported: ServiceStatus.WatchMode {
        switch self {
        case .watching: .watching
        case .polling: .polling
        case .partlyWatching: .partlyWatching
        case .offline: .offline
        }
    }
}

extension IndexProgress.Phase {
    fileprivate var state: ServiceStatus.IndexState {
        switch self {
        case .idle: .idle
        case .listing: .listing
        case .reading, .waitingForSpace: .reading
        }
    }
}
