import Platform

/// Makes one video playable, in a process of its own.
struct VideoConverter {
    /// How long the process may say nothing; it tells how far it is twice a second.
    private static let longestSilence = Duration.seconds(120)
    /// Bytes that tell the container.
    private static let headLength = 4096
    /// What ffmpeg(1) says of a full disk.
    private static let fullDisk = "No space left on device"
    /// Where Swift's libraries are, for this program to start at all.
    private static let environment =
        ProcessFacts.environment["LD_LIBRARY_PATH"].map { ["LD_LIBRARY_PATH=\($0)"] } ?? []

    let executable: FileName

    /// Writes the playable video to `output`. Blocks until it is done, can't be done, or nobody wants it any more.
    func convert(
        _ source: PlayableSource, to output: FileDescriptor.Box, _ job: PlayableJob
    ) throws(DecodeFailure) {
        guard PlayableService.isAvailable else {
            throw DecodeFailure(.unsupported, "ffmpeg is not installed on the server")
        }
        let (input, demuxer) = try open(source)
        let arguments = ConverterArguments.make(source, demuxer: demuxer)
        var said = ConverterOutput()
        let end: String
        do {
            let process = try ChildProcess(
                executable: executable, arguments: [ConverterProcess.argument], environment: Self.environment)
            try process.socket.send(
                ConverterProcess.message(arguments),
                descriptors: [input.descriptor.number, output.descriptor.number])
            try listen(to: process, source, job, &said)
            end = process.end()
        } catch let failure as DecodeFailure {
            throw failure
        } catch {
            throw DecodeFailure(.overloaded, "\(error)")
        }
        if said.isDone && end == "exit 0" { return }
        let complaint = said.complaint ?? end
        if complaint.contains(Self.fullDisk) { throw DecodeFailure(.overloaded, "no space is left in the data folder") }
        throw DecodeFailure(said.complaint == nil ? .crashed : .damaged, MetadataText.clean(complaint) ?? end)
    }

    /// Opens the video, and tells its container by its first bytes.
    private func open(_ source: PlayableSource) throws(DecodeFailure) -> (FileDescriptor.Box, demuxer: String) {
        let input: FileDescriptor.Box
        let head: [UInt8]
        do throws(SystemError) {
            input = FileDescriptor.Box(try source.file.open())
            head = try input.descriptor.read(count: Self.headLength, at: source.part?.lowerBound ?? 0)
        } catch {
            throw DecodeFailure(.unreadable, "\(error)")
        }
        guard case .container(_, let demuxer) = head.withUnsafeBytes({ MediaFormat(head: $0) }) else {
            throw DecodeFailure(.notMedia, "the file does not begin as a video")
        }
        return (input, demuxer)
    }

    /// Takes what the process says until it ends.
    private func listen(
        to process: borrowing ChildProcess, _ source: PlayableSource, _ job: PlayableJob, _ said: inout ConverterOutput
    ) throws {
        let length = source.duration.map { Double($0.wholeNanoseconds) / 1000 } ?? 0
        while true {
            do throws(MessageSocket.Failure) {
                said.take(try process.socket.receiveBytes(deadline: .now + Self.longestSilence))
            } catch {
                switch error {
                case .closed: return
                case .timedOut: throw DecodeFailure(.timedOut, "the converter said nothing for \(Self.longestSilence)")
                default: throw error
                }
            }
            if length > 0 { job.note(Double(said.microseconds) / length) }
            if job.isAbandoned { throw DecodeFailure(.cancelled, "nobody asks for it any more") }
        }
    }
}
