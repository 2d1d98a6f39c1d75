/// How the file of one asset belongs to another asset, in whose place it is shown.
///
/// The member stays an asset in the catalogue with all that is known of it, so that it comes back as itself, with its id,
/// as soon as the two part. Until then it is in no list, and its id leads to the group's asset.
public struct Membership: Hashable, Sendable {
    /// The rules by which files belong together; the words are those of `/assets/{id}/explain`.
    public enum Rule: String, Sendable, CaseIterable {
        /// A still and a video carry the same Apple content identifier.
        case contentIdentifier
        /// A still and a short video of one folder have the same name but for the extension, and were taken together.
        case nameAndTime
        /// A sensor's data and a developed picture of one folder have the same name, and were taken together.
        case rawBesidePicture
        /// The name says that the file is the edited form of another one in its folder.
        case editedName
        /// Pictures of one folder carry the same burst identifier.
        case burstIdentifier
        /// The names of pictures of one folder say that they are one series.
        case burstName
    }

    /// The asset that is shown; itself never a member.
    public var ownerID: AssetID
    /// What the file is to that asset.
    public var kind: Resource.Kind
    /// Why it belongs to it.
    public var rule: Rule
    /// What the rule went by, for a person to read, such as the identifier or the seconds between the two.
    public var evidence: String

    /// Makes a membership.
    public init(ownerID: AssetID, kind: Resource.Kind, rule: Rule, evidence: String) {
        self.ownerID = ownerID
        self.kind = kind
        self.rule = rule
        self.evidence = evidence
    }
}
