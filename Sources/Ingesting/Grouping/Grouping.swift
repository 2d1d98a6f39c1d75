import PhotoLibrary
import Platform

/// Says which files belong together, and why. Pure: a function of the files alone, in whatever order they came.
///
/// The rules, in their order; what is a member by an earlier one is no candidate for a later one.
/// 1. Edited form: the name says of which file of the same folder and kind (`NamingTable.edited`), and the times that both say
///    do not contradict it.
/// 2. Raw data beside a picture: same folder, same name but for the extension (or `NamingTable.raw`), taken within two seconds.
/// 3. Live photo by content identifier: a still and a video with the same one, those of one folder and name first, then those of
///    one folder; across folders where one still and one video are left.
/// 4. Live photo by name and time: a still and a video of at most ten seconds in one folder, with the same name but for the
///    extension, taken within three seconds, whose content identifiers do not differ.
/// 5. Burst: pictures of one folder with one burst identifier, or of one series by their names (`NamingTable.bursts`). The one
///    shown is that whose name says it is the cover, else the first taken, else the first by name.
///
/// The asset that is shown is the still, the developed picture, the original of an edited form, the one that a burst shows. What
/// belongs to a member belongs to the asset shown for that member.
struct Grouping {
    /// A camera writes a picture and its raw data, and an editor the date of the original, to the second.
    static let sameShot = 2.0
    /// A live photo's video begins a second and a half before its picture, and its date may be that of either end.
    static let sameMoment = 3.0
    /// Videos of live photos take about three seconds.
    static let longestLiveVideo = Duration.seconds(10)

    private let files: [GroupingFacts]
    private(set) var memberships: [AssetID: Membership] = [:]

    /// Groups files; all that could belong to any of them must be among them.
    init(_ files: [GroupingFacts]) {
        self.files = files.sorted { Self.isBefore($0, $1) }
        pairEdited()
        pairRaw()
        pairByIdentifier()
        pairByName()
        joinBursts()
        flatten()
    }

    /// Better known kinds of pictures first, then by name; the folder only keeps files of equal names apart.
    private static func isBefore(_ left: GroupingFacts, _ right: GroupingFacts) -> Bool {
        (left.rank, left.filename, left.folderID) < (right.rank, right.filename, right.folderID)
    }

    /// The files that are no members so far.
    private func free(where isWanted: (GroupingFacts) -> Bool) -> [GroupingFacts] {
        files.filter { memberships[$0.id] == nil && isWanted($0) }
    }

    private mutating func join(
        _ file: GroupingFacts, to owner: GroupingFacts, as kind: Resource.Kind, _ rule: Membership.Rule,
        _ evidence: String
    ) {
        memberships[file.id] = Membership(ownerID: owner.id, kind: kind, rule: rule, evidence: evidence)
    }

    // MARK: Pairs

    private mutating func pairEdited() {
        let byName = Dictionary(grouping: files) { Place($0.folderID, $0.stem) }
        for file in files {
            let originals = NamingTable.originals(ofEdited: file.stem).flatMap {
                byName[Place(file.folderID, $0)] ?? []
            }
            let original = originals.first { original in
                original.mediaType == file.mediaType && original.id != file.id
                    && (file.secondsApart(from: original) ?? 0) <= Self.sameShot
            }
            guard let original else { continue }
            join(file, to: original, as: .edited, .editedName, "\(file.filename) of \(original.filename)")
        }
    }

    private mutating func pairRaw() {
        let pictures = Dictionary(grouping: free { $0.mediaType == .image && !$0.isRaw }) {
            Place($0.folderID, $0.stem)
        }
        for file in free(where: { $0.isRaw }) {
            let candidates = NamingTable.pictures(ofRaw: file.stem).flatMap { pictures[Place(file.folderID, $0)] ?? [] }
            for picture in candidates {
                guard let seconds = file.secondsApart(from: picture), seconds <= Self.sameShot else { continue }
                join(file, to: picture, as: .alternatePhoto, .rawBesidePicture, "taken \(seconds.shown) s apart")
                break
            }
        }
    }

    private mutating func pairByIdentifier() {
        let all = Dictionary(grouping: free { $0.contentIdentifier != nil }) { $0.contentIdentifier ?? "" }
        for (identifier, files) in all {
            var stills = files.filter { $0.mediaType == .image }
            var videos = files.filter { $0.mediaType == .video }
            func pair(where isPair: (GroupingFacts, GroupingFacts) -> Bool) {
                stills.removeAll { still in
                    guard let place = videos.firstIndex(where: { isPair(still, $0) }) else { return false }
                    join(videos.remove(at: place), to: still, as: .pairedVideo, .contentIdentifier, identifier)
                    return true
                }
            }
            pair { $0.folderID == $1.folderID && $0.stem == $1.stem }
            pair { $0.folderID == $1.folderID }
            if stills.count == 1 && videos.count == 1 { pair { _, _ in true } }
        }
    }

    private mutating func pairByName() {
        let taken = Set(memberships.values.lazy.filter { $0.kind == .pairedVideo }.map(\.ownerID))
        let stills = Dictionary(
            grouping: free { $0.mediaType == .image && !$0.hasMotionVideo && !taken.contains($0.id) }
        ) { Place($0.folderID, $0.stem) }
        var paired: Set<AssetID> = []
        for video in free(where: { $0.mediaType == .video && ($0.duration ?? .zero) <= Self.longestLiveVideo }) {
            for still in stills[Place(video.folderID, video.stem)] ?? [] where !paired.contains(still.id) {
                if let one = still.contentIdentifier, let other = video.contentIdentifier, one != other { continue }
                guard let seconds = video.secondsApart(from: still), seconds <= Self.sameMoment else { continue }
                join(video, to: still, as: .pairedVideo, .nameAndTime, "taken \(seconds.shown) s apart")
                paired.insert(still.id)
                break
            }
        }
    }

    // MARK: Bursts

    private mutating func joinBursts() {
        let pictures = free { $0.mediaType == .image && $0.shownBurst != nil }
        for series in Dictionary(grouping: pictures, by: { Series(folder: $0.folderID, burst: $0.shownBurst) }).values {
            guard series.count > 1, let shown = series.min(by: Self.isShownBefore) else { continue }
            for file in series where file.id != shown.id {
                let rule: Membership.Rule = file.burstIdentifier == nil ? .burstName : .burstIdentifier
                join(file, to: shown, as: .burstPhoto, rule, file.shownBurst ?? "")
            }
        }
    }

    private static func isShownBefore(_ left: GroupingFacts, _ right: GroupingFacts) -> Bool {
        let covers = (NamingTable.isCover(left.stem), NamingTable.isCover(right.stem))
        if covers.0 != covers.1 { return covers.0 }
        if let one = left.time, let other = right.time, TakenTime(one) != TakenTime(other) {
            return TakenTime(one) < TakenTime(other)
        }
        if (left.time == nil) != (right.time == nil) { return left.time != nil }
        return isBefore(left, right)
    }

    /// Gives what belongs to members to the asset that is shown.
    private mutating func flatten() {
        for (id, membership) in memberships {
            var flat = membership
            // Ends: a derived file's name is longer than that of what it was derived of, and only pictures that are no members
            // get videos, raw data and bursts.
            while let next = memberships[flat.ownerID] {
                flat.ownerID = next.ownerID
                // What belongs to a picture of a burst that is not shown is nothing to the one that is.
                if next.kind == .burstPhoto { flat.kind = .burstPhoto }
            }
            memberships[id] = flat
        }
    }
}

private struct Place: Hashable {
    let folder: FolderID
    let stem: FileName

    init(_ folder: FolderID, _ stem: FileName) {
        self.folder = folder
        self.stem = stem
    }
}

private struct Series: Hashable {
    let folder: FolderID
    let burst: String?
}

extension GroupingFacts {
    /// Which of several pictures of one name is shown: HEIC is what phones write themselves.
    fileprivate var rank: Int {
        if isRaw { return 3 }
        return switch contentType {
        case "image/heic", "image/heif": 0
        case "image/jpeg": 1
        default: 2
        }
    }

    /// Seconds between the times that two files say; nil where one says none.
    fileprivate func secondsApart(from other: GroupingFacts) -> Double? {
        guard let time, let others = other.time else { return nil }
        return time.secondsApart(from: others)
    }
}

extension Double {
    /// With one digit after the point.
    fileprivate var shown: String {
        let tenths = Int((self * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
