import Glibc

/// Puts a file with this content at `path`, readable by its owner alone, in place of what was there: on the disk when it
/// returns, and whole or not at all whatever happens meanwhile (rename(2), fsync(2)).
public func replaceFile(at path: FileName, with content: [UInt8]) throws(SystemError) {
    let temporary = FileName(bytes: path.bytes + Array(".new".utf8))
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let file = FileDescriptor(
        owning: try systemCall("open", on: temporary.description) {
            temporary.withCString { Glibc.open($0, flags, 0o600) }
        })
    try file.write(content)
    try systemCall("fsync", on: temporary.description) { fsync(file.number) }
    try renameFile(temporary, to: path)
    let folder = try Directory(at: path.parent)
    try systemCall("fsync", on: path.parent.description) { fsync(folder.descriptor.number) }
}
