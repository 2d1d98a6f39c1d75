import MediaDecoding
import PhotoLibrary
import Platform

extension JSONWriter {
    /// Writes which evidence gave each answer; the fields stand in `openapi.yaml`, schema `Explanation`.
    /// - Parameter result: what the asset's main file says now.
    mutating func explanation(of asset: Asset, _ result: Result<MediaMetadata, DecodeFailure>?) {
        var evidence: [Evidence] = []
        var problems: [(code: String, detail: String)] = []
        switch result {
        case .success(let metadata):
            evidence = metadata.evidence
            problems = metadata.problems.map { ($0.code, $0.detail) }
        case .failure(let failure): problems = [(failure.code.rawValue, failure.detail)]
        case nil: break
        }
        evidence += asset.dateEvidenceOfFile(after: evidence)
        beginObject()
        key("id")
        value(asset.id.description)
        key("readerVersion")
        value(asset.readerVersion)
        key("evidence")
        beginArray()
        for each in evidence { value(each) }
        endArray()
        key("subtypes")
        beginArray()
        for (subtype, name) in MediaSubtypes.names {
            guard let reason = asset.evidence(for: subtype) else { continue }
            reasoned("subtype", name, reason)
        }
        endArray()
        key("collections")
        beginArray()
        for album in SmartAlbum.allCases {
            if let reason = album.evidence(for: asset) { reasoned("id", album.rawValue, reason) }
        }
        endArray()
        key("members")
        beginArray()
        for member in asset.members { value(member) }
        endArray()
        key("problems")
        beginArray()
        for problem in problems { reasoned("code", problem.code, problem.detail) }
        endArray()
        endObject()
    }

    private mutating func reasoned(_ name: StaticString, _ word: String, _ detail: String) {
        beginObject()
        key(name)
        value(word)
        key("detail")
        value(detail)
        endObject()
    }

    private mutating func value(_ evidence: Evidence) {
        beginObject()
        key("answer")
        value(evidence.answer)
        key("source")
        value(evidence.source)
        key("value")
        value(evidence.value)
        key("outcome")
        value(evidence.outcome.name)
        endObject()
    }

    private mutating func value(_ member: GroupMember) {
        beginObject()
        key("assetID")
        value(member.assetID.description)
        key("filename")
        value(member.resource.filename.description)
        key("kind")
        value(member.resource.kind.name)
        key("rule")
        value(member.membership.rule.rawValue)
        key("evidence")
        value(member.membership.evidence)
        endObject()
    }
}

extension Asset {
    /// What the name and the modification date say of the date, ranked behind what the file itself says.
    fileprivate func dateEvidenceOfFile(after evidence: [Evidence]) -> [Evidence] {
        var isAnswered = evidence.contains { $0.answer == "creationDate" && $0.outcome == .used }
        let named = DateNames.date(in: primary.filename).map { $0.time.rfc3339 }
        let candidates = [
            (source: Self.nameDateSource, value: named),
            (source: Self.modifiedDateSource, value: Optional(primary.stamp.modified.rfc3339)),
        ]
        return candidates.compactMap { source, value in
            guard let value else { return nil }
            defer { isAnswered = true }
            return Evidence(
                answer: "creationDate", source: source, value: value, outcome: isAnswered ? .outranked : .used)
        }
    }
}

extension Evidence.Outcome {
    /// The word in JSON.
    fileprivate var name: String {
        switch self {
        case .used: "used"
        case .outranked: "outranked"
        case .refused: "refused"
        }
    }
}
