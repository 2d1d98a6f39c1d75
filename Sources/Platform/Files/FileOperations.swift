import Glibc

/// Gives the file at `old` the path `new`, in place of what was there (rename(2)).
public func renameFile(_ old: FileName, to new: FileName) throws(SystemError) {
    try systemCall("rename", on: old.description) { old.withCString { old in new.withCString { rename(old, $0) } } }
}

/// Takes the file at `path` away (unlink(2)).
public func removeFile(_ path: FileName) throws(SystemError) {
    try systemCall("unlink", on: path.description) { path.withCString { unlink($0) } }
}

/// Whether something is at `path` that can be reached (access(2)).
public func fileExists(_ path: FileName) -> Bool { path.withCString { access($0, F_OK) } == 0 }

/// Opens the existing file at `path` to be read and written from its start (open(2)).
public func openFile(_ path: FileName) throws(SystemError) -> FileDescriptor {
    FileDescriptor(
        owning: try systemCall("open", on: path.description) {
            path.withCString { Glibc.open($0, O_RDWR | O_CLOEXEC) }
        })
}
