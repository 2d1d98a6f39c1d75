import Glibc

extension SystemError {
    /// Whether it failed because there is no space left, or none left that the user may use (errno(3)).
    public var isStorageFull: Bool { code == ENOSPC || code == EDQUOT }
}
