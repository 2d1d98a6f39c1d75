public import Platform

extension Asset {
    /// All files, those of the group's other members too, the main one first.
    public var allResources: [Resource] { resources + members.map(\.resource) }

    /// The member that is shown in place of the main file: its edited form.
    private var shownMember: GroupMember? {
        members.first { $0.resource.kind == .edited && $0.mediaType == mediaType && $0.resource.state == .ready }
    }

    /// The file that pictures of the asset are made of: the edited form where there is one, else the main file.
    public var shown: Resource { shownMember?.resource ?? primary }

    /// Size of what is shown, after orientation.
    public var shownPixelSize: PixelSize? { shownMember.map(\.pixelSize) ?? pixelSize }
}
