/// How soon a picture is wanted.
public enum RenderPriority: Int, Sendable, CaseIterable, Comparable {
    /// Nobody asked for it; it is made while there is nothing better to do.
    case background
    /// Somebody will look at it soon.
    case ahead
    /// Somebody waits for it.
    case visible

    /// The later a picture is wanted, the smaller.
    public static func < (first: RenderPriority, second: RenderPriority) -> Bool { first.rawValue < second.rawValue }
}
