import Platform

/// One thread of the server that feeds one decoder process. Its methods block, and run on that thread only.
struct DecoderWorker: ~Copyable {
    private let queue: DecoderQueue
    private let takesBackground: Bool
    private let isPrepared: Bool
    private let log: Log
    private var child: DecoderChild

    init(child: consuming DecoderChild, queue: DecoderQueue, takesBackground: Bool, isPrepared: Bool, log: Log) {
        self.child = child
        self.queue = queue
        self.takesBackground = takesBackground
        self.isPrepared = isPrepared
        self.log = log
    }

    /// Works until the queue closes.
    mutating func run() {
        while true {
            if isPrepared { child.prepare() }
            guard let job = queue.next(background: takesBackground) else { return }
            switch job {
            case .render(let job):
                if job.begin() { job.finish(render(job)) }
                queue.finished(job)
            case .metadata(let job): read(job)
            }
        }
    }

    private mutating func read(_ job: MetadataJob) {
        var places: [Int] = []
        var descriptors: [FileDescriptor.Box] = []
        for place in job.places {
            do throws(DecodeFailure) {
                descriptors.append(try open(job.call.files[place]))
                places.append(place)
            } catch {
                job.call.finish(place, .failure(error))
            }
        }
        guard !places.isEmpty else { return }
        var answered = 0
        do throws(DecoderChild.Loss) {
            try child.metadata(of: descriptors) { answer in
                job.call.finish(places[answered], answer)
                answered += 1
            }
        } catch {
            // Answers come in order, so the first file without one is it. The others go to whoever is free.
            let place = places[answered]
            let rest = places[(answered + 1)...]
            if !rest.isEmpty { queue.add(.metadata(MetadataJob(call: job.call, places: rest))) }
            let descriptor = descriptors[answered]
            let answer: MetadataCall.Answer = retry(job.call.files[place], after: error) {
                child throws(DecoderChild.Loss) in
                var answer: MetadataCall.Answer = .failure(DecodeFailure(.crashed, "no answer"))
                try child.metadata(of: [descriptor]) { answer = $0 }
                return answer
            }
            job.call.finish(place, answer)
        }
    }

    private mutating func render(_ job: RenderJob) -> RenderJob.Answer {
        let descriptor: FileDescriptor.Box
        do throws(DecodeFailure) { descriptor = try open(job.file) } catch { return .failure(error) }
        do throws(DecoderChild.Loss) {
            return try child.render(descriptor, job.request, threads: queue.threadCount(for: job)) { job.isWanted }
        } catch {
            if error.code == .cancelled { return .failure(RenderJob.cancelled) }
            return retry(job.file, after: error) { child throws(DecoderChild.Loss) in
                try child.render(descriptor, job.request, threads: 1) { true }
            }
        }
    }

    private func open(_ file: MediaFile) throws(DecodeFailure) -> FileDescriptor.Box {
        do throws(SystemError) {
            return FileDescriptor.Box(try file.open())
        } catch {
            throw DecodeFailure(.unreadable, error.description)
        }
    }

    /// Tries a file that cost a process once more, alone in a fresh one: the fault may have been that of a file before.
    private mutating func retry<Value>(
        _ file: MediaFile, after loss: DecoderChild.Loss,
        _ ask: (inout DecoderChild) throws(DecoderChild.Loss) -> Result<Value, DecodeFailure>
    ) -> Result<Value, DecodeFailure> {
        guard loss.code != .overloaded else {
            log.error("No decoder process can be started", ["reason": loss.end])
            return .failure(DecodeFailure(.overloaded, "no decoder process: \(loss.end)"))
        }
        log.warning("A file ended its decoder and is tried once more", ["file": file.name, "end": loss.end])
        do throws(DecoderChild.Loss) {
            child.refresh()
            return try ask(&child)
        } catch {
            log.warning("A file can't be decoded", ["file": file.name, "end": error.end])
            let detail =
                error.code == .timedOut ? "the decoder was stopped: \(error.end)" : "the decoder died: \(error.end)"
            return .failure(DecodeFailure(error.code, detail))
        }
    }
}
