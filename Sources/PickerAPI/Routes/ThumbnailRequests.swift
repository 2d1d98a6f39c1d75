import HTTPServing
import Platform
import Synchronization

/// Requests for thumbnails that clients have named, so that they can be cancelled without their connections being closed
/// (PhotoKit's `cancelImageRequest`).
final class ThumbnailRequests: Sendable {
    typealias Work = @Sendable () async throws(HTTPProblem) -> HTTPResponse

    /// The requests of one name, by their numbers.
    private let running = Mutex<(next: Int, byName: [String: [Int: Task<HTTPResponse, any Error>]])>((0, [:]))

    /// Answers a request, which is cancelled by its name or when its client leaves.
    /// - Throws: what the work throws; 409 where it was cancelled by its name.
    func run(_ name: String, _ work: @escaping Work) async throws(HTTPProblem) -> HTTPResponse {
        let task = Task<HTTPResponse, any Error> { try await work() }
        let number = running.withLock { running in
            running.next += 1
            running.byName[name, default: [:]][running.next] = task
            return running.next
        }
        defer {
            running.withLock { running in
                running.byName[name]?[number] = nil
                if running.byName[name]?.isEmpty == true { running.byName[name] = nil }
            }
        }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        if task.isCancelled, !Task.isCancelled { throw .cancelledRequest }
        do {
            return try result.get()
        } catch let problem as HTTPProblem {
            throw problem
        } catch {
            throw .internalError
        }
    }

    /// Cancels all requests of a name; tells whether there were any.
    func cancel(_ name: String) -> Bool {
        let tasks = running.withLock { $0.byName[name] }
        for task in (tasks ?? [:]).values { task.cancel() }
        return tasks != nil
    }
}

extension HTTPProblem {
    /// 409: the client said that it does not want the answer any more.
    fileprivate static var cancelledRequest: HTTPProblem {
        HTTPProblem(409, "cancelled", "The request was cancelled", detail: "it was cancelled by its name")
    }
}
