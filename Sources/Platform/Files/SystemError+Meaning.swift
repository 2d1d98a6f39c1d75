import Glibc

extension SystemError {
    /// Whether the name leads to nothing (any more).
    public var isAbsence: Bool { code == ENOENT || code == ENOTDIR || code == ESTALE }

    /// The errno(3) value of a name that leads to nothing.
    public static let absence: CInt = ENOENT

    /// The errno(3) value of a path that never ends.
    public static let loop: CInt = ELOOP
}
