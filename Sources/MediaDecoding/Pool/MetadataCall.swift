import Synchronization

/// One call of `metadata(of:)`: resumed when the last of its files has an answer.
final class MetadataCall: Sendable {
    typealias Answer = Result<MediaMetadata, DecodeFailure>

    private struct State {
        var answers: [Answer?]
        var missing: Int
    }

    let files: [MediaFile]
    private let state: Mutex<State>
    private let continuation: CheckedContinuation<[Answer], Never>

    init(files: [MediaFile], continuation: CheckedContinuation<[Answer], Never>) {
        self.files = files
        self.continuation = continuation
        state = Mutex(State(answers: Array(repeating: nil, count: files.count), missing: files.count))
    }

    /// Takes the answer for the file at `place`; called once for each.
    func finish(_ place: Int, _ answer: Answer) {
        let whole: [Answer]? = state.withLock { state in
            state.answers[place] = answer
            state.missing -= 1
            return state.missing == 0 ? state.answers.compactMap { $0 } : nil
        }
        if let whole { continuation.resume(returning: whole) }
    }
}

/// Some files of one call, whose metadata is read in one request.
struct MetadataJob: Sendable {
    let call: MetadataCall
    /// Where the files stand in the call.
    let places: ArraySlice<Int>

    /// Fails all of it.
    func fail(_ failure: DecodeFailure) {
        for place in places { call.finish(place, .failure(failure)) }
    }
}
