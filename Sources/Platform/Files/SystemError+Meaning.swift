import Glibc

extension SystemError {
    /// Whether the name leads to nothing (any more).
    public var isAbsence: Bool { code == ENOENT || code == ENOTDIR || code == ESTALE }

    /// Whether permission is lacking.
    public var isDenial: Bool { code == EACCES || code == EPERM }

    /// Whether a symbolic link, or something that is not a regular file, is in the place of what was asked for.
    public var isWrongKind: Bool { code == ELOOP || code == ENXIO || code == ENOTDIR || code == EISDIR }

    /// The errno(3) value of a name that leads to nothing.
    public static let absence: CInt = ENOENT

    /// The errno(3) value of a path that never ends.
    public static let loop: CInt = ELOOP

    /// Whether the system has no more of what was asked for: watches, descriptors, memory.
    public var isExhaustion: Bool { code == ENOSPC || code == EMFILE || code == ENFILE || code == ENOMEM }

    /// The name is taken.
    public var isTaken: Bool { code == EEXIST }
}
