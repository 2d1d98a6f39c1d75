import PhotoLibrary
import Platform

extension JSONWriter {
    /// Writes which evidence gave each answer about an asset; the fields stand in `openapi.yaml`, schema `Explanation`.
    mutating func explanation(of asset: Asset) {
        beginObject()
        key("id")
        value(asset.id.description)
        key("creationDate")
        beginObject()
        key("value")
        value(asset.captureDate?.time.rfc3339)
        key("source")
        value(asset.captureDate?.source)
        endObject()
        key("mediaSubtypes")
        beginArray()
        for (subtype, name) in MediaSubtypes.names {
            if let evidence = asset.evidence(for: subtype) { pair("subtype", name, evidence) }
        }
        endArray()
        key("collections")
        beginArray()
        for album in SmartAlbum.allCases {
            if let evidence = album.evidence(for: asset) { pair("id", album.rawValue, evidence) }
        }
        endArray()
        key("members")
        beginArray()
        for member in asset.members { value(member) }
        endArray()
        key("problems")
        beginArray()
        for resource in asset.allResources {
            for problem in resource.problems { value(problem, of: resource) }
        }
        endArray()
        endObject()
    }

    private mutating func pair(_ name: StaticString, _ text: String, _ evidence: String) {
        beginObject()
        key(name)
        value(text)
        key("evidence")
        value(evidence)
        endObject()
    }

    private mutating func value(_ member: GroupMember) {
        beginObject()
        key("id")
        value(member.assetID.description)
        key("kind")
        value(member.resource.kind.name)
        key("filename")
        value(member.resource.filename.description)
        key("rule")
        value(member.membership.rule.rawValue)
        key("evidence")
        value(member.membership.evidence)
        endObject()
    }

    private mutating func value(_ problem: Problem, of resource: Resource) {
        beginObject()
        key("filename")
        value(resource.filename.description)
        key("code")
        value(problem.code)
        key("detail")
        value(problem.detail)
        endObject()
    }
}
