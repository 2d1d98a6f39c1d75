/// One thing that was looked at to answer a question about a file, such as when it was taken.
public struct Evidence: Hashable, Sendable {
    /// What became of it.
    public enum Outcome: UInt8, Sendable, CaseIterable {
        /// It gave the answer.
        case used
        /// It makes sense, and something that counts more gave the answer.
        case outranked
        /// It makes no sense.
        case refused
    }

    /// The question, by the name that the answer has in JSON, such as `creationDate`.
    public var answer: String
    /// Where it stands, such as `exif:DateTimeOriginal`.
    public var source: String
    /// What stands there, as it is written.
    public var value: String
    /// What became of it.
    public var outcome: Outcome

    /// Makes a piece of evidence.
    public init(answer: String, source: String, value: String, outcome: Outcome) {
        self.answer = answer
        self.source = source
        self.value = value
        self.outcome = outcome
    }
}

extension [Evidence] {
    /// Judges candidates in their order: the first that makes sense answers, and all are noted.
    /// - Parameter judge: what a candidate's value means; nil where it makes no sense.
    mutating func first<Answer>(
        _ answer: String, of candidates: [(source: String, value: String?)], _ judge: (String) -> Answer?
    ) -> Answer? {
        var found: Answer?
        for candidate in candidates {
            guard let value = candidate.value else { continue }
            let meaning = judge(value)
            let outcome: Evidence.Outcome = meaning == nil ? .refused : found == nil ? .used : .outranked
            append(Evidence(answer: answer, source: candidate.source, value: value, outcome: outcome))
            found = found ?? meaning
        }
        return found
    }
}
