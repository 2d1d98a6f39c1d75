import Glibc

/// Runs `body` on this thread as a user who owns nothing, so that file permissions hold even where tests run as root.
///
/// setfsuid(2) is a matter of the calling thread alone; `body` does not suspend, so no other test is touched.
public func withoutFilePrivileges<Result>(_ body: () throws -> Result) rethrows -> Result {
    typealias SetUser = @convention(c) (uid_t) -> CInt
    // Not in Swift's Glibc module.
    guard getuid() == 0, let symbol = dlsym(nil, "setfsuid") else { return try body() }
    let setUser = unsafeBitCast(symbol, to: SetUser.self)
    _ = setUser(65_534)
    defer { _ = setUser(0) }
    return try body()
}
