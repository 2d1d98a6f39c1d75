import Dispatch
import Platform

/// Stands in where the kernel gives no inotify at all (`max_user_instances`): everything is polled, and only commands
/// end the waiting.
final class BlindSource: InotifySource {
    let isBlind = true
    let residue = 0
    private let failure: SystemError
    private let wake: DispatchSemaphore

    init(_ failure: SystemError, wake: DispatchSemaphore) {
        self.failure = failure
        self.wake = wake
    }

    func watch(_ descriptor: CInt, mask: UInt32) throws(SystemError) -> CInt { throw failure }

    func unwatch(_ watch: CInt) {}

    func forget(_ watch: CInt) {}

    func next(waiting seconds: Int?) throws(SystemError) -> InotifyEvent? {
        if let seconds {
            _ = wake.wait(timeout: .now() + .seconds(seconds))
        } else {
            wake.wait()
        }
        return nil
    }

    func close() {}
}
