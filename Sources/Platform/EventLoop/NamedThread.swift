import CLinux
import Glibc

private final class ThreadBody {
    let name: String
    let run: () -> Void

    init(name: String, run: @escaping () -> Void) {
        self.name = name
        self.run = run
    }
}

/// Starts a detached thread (pthread_create(3)) that runs `body` and ends.
/// - Parameter name: what tools show of it; cut to the kernel's 15 bytes.
public func startThread(named name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let retained = Unmanaged.passRetained(ThreadBody(name: name, run: body))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { context in
            guard let context else { return nil }
            let body = Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
            clinux_name_thread(String(decoding: body.name.utf8.prefix(15), as: UTF8.self))
            body.run()
            return nil
        }, retained.toOpaque())
    guard code == 0 else {
        retained.release()
        throw SystemError(code: code, call: "pthread_create", subject: name)
    }
    pthread_detach(thread)
}
