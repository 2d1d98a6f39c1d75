import CLinux

extension FileDescriptor {
    /// Whether somebody has the file open for writing, for a descriptor that is open for reading only; nil where the kernel
    /// can't tell: on network file systems, and for files of others without the right to lease them (fcntl(2)).
    public var hasWriter: Bool? {
        switch clinux_has_writer(number) {
        case 0: false
        case 1: true
        default: nil
        }
    }
}
