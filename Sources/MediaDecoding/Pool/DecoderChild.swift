import Platform

/// One decoder process, as its thread of the server sees it; started with the first question. Its methods block.
struct DecoderChild: ~Copyable {
    /// A question that has no answer, since the process is gone.
    struct Loss: Error {
        let code: DecodeFailure.Code
        /// How the process ended, for the log.
        let end: String
    }

    private let executable: FileName
    private let limits: DecoderLimits
    private var process: ChildProcess?
    /// Whether the process was given a file since it started.
    private var isUsed = false

    init(executable: FileName, limits: DecoderLimits) {
        self.executable = executable
        self.limits = limits
    }

    /// Lets go of a process that has seen other files, which may have harmed it.
    mutating func refresh() {
        if isUsed { process = nil }
    }

    /// Has a process ready for pictures before one is asked for, which saves its first some hundred milliseconds. Where that
    /// fails, the next question tells why.
    mutating func prepare() {
        guard process == nil else { return }
        try? send(.preparation, [])
        isUsed = false
    }

    /// Asks for the metadata of some files, and tells of each answer as it comes.
    mutating func metadata(
        of descriptors: [FileDescriptor.Box], _ tell: (MetadataCall.Answer) -> Void
    ) throws(Loss) {
        try send(.metadata(count: descriptors.count), descriptors)
        for _ in descriptors {
            let bytes = try receive(limit: DecoderAnswer.metadataLimit, within: limits.metadataDeadline)
            tell(
                try decode(bytes) { reader throws(ByteReader.Malformed) in try MediaMetadata(decoding: &reader) })
        }
    }

    /// Asks for one picture.
    /// - Parameters:
    ///   - threads: how many cores are free for it.
    ///   - isWanted: is asked from time to time; once it says no, the process is ended.
    mutating func render(
        _ descriptor: FileDescriptor.Box, _ request: RenderRequest, threads: Int, while isWanted: () -> Bool
    ) throws(Loss) -> RenderJob.Answer {
        try send(.render(request, threads: threads), [descriptor])
        let bytes = try receive(limit: DecoderAnswer.pictureLimit, within: limits.renderDeadline, while: isWanted)
        return try decode(bytes) { reader throws(ByteReader.Malformed) in try RenderedImage(decoding: &reader) }
    }

    private mutating func send(_ request: DecoderRequest, _ descriptors: [FileDescriptor.Box]) throws(Loss) {
        let process = try takeProcess()
        isUsed = true
        do throws(MessageSocket.Failure) {
            try process.socket.send(request.encoded, descriptors: descriptors.map { $0.descriptor.number })
            self.process = consume process
        } catch {
            throw Loss(code: .crashed, end: process.end())
        }
    }

    /// How long a render goes on at least: to end a process and start another takes as long.
    private static let patience = Duration.milliseconds(100)

    private mutating func receive(
        limit: Int, within deadline: Duration, while isWanted: () -> Bool = { true }
    ) throws(Loss) -> [UInt8] {
        let process = try takeProcess()
        let end = ContinuousClock.now + deadline
        var isAbandoned = false
        do throws(MessageSocket.Failure) {
            while !isAbandoned, try !process.socket.isReadable(by: min(end, .now + Self.patience)), .now < end {
                isAbandoned = !isWanted()
            }
            guard !isAbandoned else { throw .closed }
            let bytes = try process.socket.receive(limit: limit, deadline: end).bytes
            self.process = consume process
            return bytes
        } catch {
            let end = process.end()
            if isAbandoned { throw Loss(code: .cancelled, end: end) }
            throw error == .timedOut
                ? Loss(code: .timedOut, end: "no answer within \(deadline)") : Loss(code: .crashed, end: end)
        }
    }

    private mutating func decode<Value>(
        _ bytes: [UInt8], _ body: (inout ByteReader) throws(ByteReader.Malformed) -> Value
    ) throws(Loss) -> Result<Value, DecodeFailure> {
        do throws(ByteReader.Malformed) {
            return try DecoderAnswer.decode(bytes, body)
        } catch {
            // A process that writes nonsense is no longer ours.
            process = nil
            throw Loss(code: .crashed, end: "an answer that makes no sense")
        }
    }

    /// Takes the process out, so that it ends unless it is put back.
    private mutating func takeProcess() throws(Loss) -> ChildProcess {
        if let process = process.take() { return process }
        isUsed = false
        do throws(SystemError) {
            return try ChildProcess(
                executable: executable, arguments: [DecoderProcess.argument, "\(limits.memory)"],
                environment: Self.environment)
        } catch {
            throw Loss(code: .overloaded, end: error.description)
        }
    }

    /// One arena for malloc(3), since the process has one thread at work; no zone; and where Swift's libraries are.
    private static let environment =
        ["MALLOC_ARENA_MAX=1", "VIPS_CONCURRENCY=1", "TZ=UTC", "LC_ALL=C.UTF-8"]
        + (ProcessFacts.environment["LD_LIBRARY_PATH"].map { ["LD_LIBRARY_PATH=\($0)"] } ?? [])
}
