import Glibc
import Platform

/// The program of a decoder process.
///
/// 1. It opens nothing: files come as descriptors over the socket.
/// 2. It answers in order, one message for each file, and never speaks unasked.
/// 3. It ends when the socket closes or its parent dies.
public enum DecoderProcess {
    /// The hidden argument that starts a decoder process: `contactsheet decode`.
    public static let argument = "decode"

    /// The descriptor that the pool leaves open for it.
    private static let socketNumber: CInt = 3
    /// Steps of niceness below the server, which answers requests meanwhile.
    private static let niceness = 5
    /// Address space beyond private memory: libraries, and the largest file that is mapped.
    private static let mappedSpace = 3 << 30
    /// Processor seconds for one request, in case that nobody is left to watch the clock.
    private static let processorSeconds = 120

    /// Serves the pool on the socket that it left open, until the pool closes it.
    ///
    /// The word after `decode` is the most bytes of private memory.
    public static func run() -> Never {
        do {
            try ProcessLimits.dieWithParent()
            let memory = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? DecoderLimits.standard.memory
            try ProcessLimits.limitMemory(data: memory, addressSpace: memory + mappedSpace)
            try ProcessLimits.lowerPriority(by: niceness)
            let socket = MessageSocket(FileDescriptor(owning: socketNumber))
            while true {
                let (bytes, descriptors) = try socket.receive(limit: DecoderRequest.limit)
                try ProcessLimits.limitProcessorTime(seconds: processorSeconds)
                try answer(DecoderRequest(decoding: bytes), descriptors, socket)
            }
        } catch MessageSocket.Failure.closed {
            exit(EXIT_SUCCESS)
        } catch {
            exit(EXIT_FAILURE)
        }
    }

    private static func answer(
        _ request: DecoderRequest, _ descriptors: [FileDescriptor.Box], _ socket: borrowing MessageSocket
    ) throws {
        switch request {
        case .metadata(let count):
            guard count == descriptors.count else { throw ByteReader.Malformed() }
            for descriptor in descriptors {
                let result = Result { () throws(DecodeFailure) in try MetadataReader.read(descriptor) }
                try socket.send(DecoderAnswer.encode(result) { $1.encode(to: &$0) })
            }
        case .preparation: VipsPicture.prepare()
        case .render(let request, let threads):
            VipsPicture.useThreads(threads)
            guard let descriptor = descriptors.first else { throw ByteReader.Malformed() }
            let result = Result { () throws(DecodeFailure) in try Renderer.render(descriptor, request) }
            try socket.send(DecoderAnswer.encode(result) { $1.encode(to: &$0) })
        }
    }
}
