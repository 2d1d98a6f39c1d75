import Ingesting
import Platform

/// How far the index is, in one line for a person.
struct ProgressLine {
    private let progress: IndexProgress
    private let now: Timestamp

    init(_ progress: IndexProgress, at now: Timestamp) {
        self.progress = progress
        self.now = now
    }

    /// Files, rate and time left.
    var text: String {
        switch progress.phase {
        case .idle: "waiting to begin"
        case .listing: "listing: \(progress.filesListed) files in \(progress.foldersListed) folders"
        case .waitingForSpace: "waiting: no space is left in the data folder"
        case .reading:
            "reading: \(progress.filesRead) of \(progress.filesToRead) files, "
                + "\(Int(progress.rate(at: now))) a second" + (timeLeft.map { ", \($0) left" } ?? "")
        }
    }

    /// What was done in the end.
    func summary(assetCount: Int) -> String {
        var text = "done: \(assetCount) assets; \(progress.filesListed) files listed, \(progress.filesRead) read"
        if progress.failures > 0 { text += ", \(progress.failures) of them make no sense" }
        if progress.unreadableFolders > 0 { text += ", \(progress.unreadableFolders) folders can't be listed" }
        return text
    }

    private var timeLeft: String? {
        guard let left = progress.timeLeft(at: now) else { return nil }
        let seconds = Int(left.components.seconds)
        let parts = seconds < 3600 ? [seconds / 60, seconds % 60] : [seconds / 3600, seconds / 60 % 60, seconds % 60]
        return parts.enumerated().map { $0 == 0 || $1 > 9 ? "\($1)" : "0\($1)" }.joined(separator: ":")
    }
}
