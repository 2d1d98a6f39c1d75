import Glibc

/// A system call that failed: which call, on what, and the errno it gave.
public struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The errno(3) value.
    public let code: CInt
    /// The name of the system call, such as `openat2`.
    public let call: String
    /// What the call was made on, fit to be printed; empty where there is nothing to name.
    public let subject: String

    /// Makes the error of one failed call.
    public init(code: CInt, call: String, subject: String = "") {
        self.code = code
        self.call = call
        self.subject = subject
    }

    /// One line: call, subject and the system's words for the errno.
    public var description: String {
        let words = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        return subject.isEmpty ? "\(call): \(words)" : "\(call) \(subject): \(words)"
    }
}

/// Calls `body` until it is not interrupted by a signal, and throws what it failed with.
///
/// Every system call of the house goes through here. Traps on `EBADF`, which only a fault of ours can cause.
/// - Parameters:
///   - call: the system call's name, for the error.
///   - subject: what it is made on, for the error.
/// - Returns: what `body` returned, not negative.
@discardableResult
public func systemCall<Result: SignedInteger>(
    _ call: StaticString, on subject: @autoclosure () -> String = "", _ body: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result >= 0 { return result }
        let code = errno
        if code == EINTR { continue }
        precondition(code != EBADF, "\(call): a closed descriptor was used")
        throw SystemError(code: code, call: "\(call)", subject: subject())
    }
}
