import Dispatch
public import Platform

/// Decoder processes that read metadata and render pictures, so that a hostile file costs a process, never the server.
///
/// 1. Each process has a thread of the server that feeds it and waits for it; nothing else speaks to it.
/// 2. A file that kills its process or lets a deadline pass is tried once more, alone in a fresh process, and then
///    fails; the other files of its request go on elsewhere.
/// 3. What a process answers is not trusted: lengths are limited and values checked.
public final class DecoderPool: MediaDecoder {
    /// How many files go into one request: enough that its round trip costs little beside them, and few enough that a
    /// picture for somebody who waits is not held up.
    static let batchSize = 32

    private let queue = DecoderQueue()

    /// Makes a pool.
    /// - Parameters:
    ///   - executable: absolute path of the `contactsheet` binary, which is started with the argument `decode`.
    ///   - width: number of processes; the number of cores where it is nil.
    ///   - limits: what a file may cost.
    ///   - isPrepared: whether processes are ready for pictures before one is asked for; else they start with the first work.
    ///   - log: is told of every file that crashed or hung a decoder.
    public init(
        executable: FileName, width: Int? = nil, limits: DecoderLimits = .standard, isPrepared: Bool = false, log: Log
    ) {
        let width = max(width ?? availableCores(), 1)
        for number in 0..<width {
            // A queue of its own has a thread of its own while it works, which is as long as the pool lives.
            DispatchQueue(label: "decoder \(number)").async { [queue] in
                var worker = DecoderWorker(
                    child: DecoderChild(executable: executable, limits: limits), queue: queue,
                    // One is kept for those who wait, unless there is only one.
                    takesBackground: number > 0 || width == 1, isPrepared: isPrepared, log: log)
                worker.run()
            }
        }
    }

    deinit { queue.close() }

    /// Ends the processes when they have done what they are at; work that waits or comes later fails with `cancelled`.
    public func stop() { queue.close() }

    /// See ``MediaDecoder``. Fails with `overloaded` where more than 32,768 files wait already.
    public func metadata(of files: [MediaFile]) async -> [Result<MediaMetadata, DecodeFailure>] {
        guard !files.isEmpty else { return [] }
        return await withCheckedContinuation { continuation in
            let call = MetadataCall(files: files, continuation: continuation)
            let places = Array(files.indices)
            for start in stride(from: 0, to: files.count, by: Self.batchSize) {
                let part = places[start..<min(start + Self.batchSize, files.count)]
                queue.add(.metadata(MetadataJob(call: call, places: part)))
            }
        }
    }

    /// See ``MediaDecoder``. Fails with `overloaded` where more than 2,048 pictures wait already.
    public func render(
        _ file: MediaFile, _ request: RenderRequest, _ ticket: RenderTicket
    ) async throws(DecodeFailure) -> RenderedImage {
        let job = RenderJob(file: file, request: request, ticket: ticket)
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if job.wait(continuation) {
                    queue.add(.render(job))
                } else {
                    continuation.resume(returning: .failure(RenderJob.cancelled))
                }
            }
        } onCancel: {
            job.cancel()
            queue.remove(job)
        }
        return try answer.get()
    }
}
