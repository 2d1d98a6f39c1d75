import Platform

extension MediaMetadata {
    /// What a file and those beside it say together.
    ///
    /// XMP is what a person or a program said later: it counts more than the file, the first sidecar most. What Takeout
    /// says fills gaps alone, for it gives a date without the offset that it was taken at.
    /// - Parameter sidecars: in the order in which they count. What could not be read is a problem of the asset's.
    public static func combine(
        _ file: Result<MediaMetadata, DecodeFailure>, _ sidecars: [(name: String, Result<MediaMetadata, DecodeFailure>)]
    ) -> Result<MediaMetadata, DecodeFailure> {
        guard case .success(var metadata) = file else { return file }
        guard metadata.kind != .sidecar else {
            return .failure(DecodeFailure(.notMedia, "the content is \(metadata.contentType), and no picture or video"))
        }
        let read = sidecars.compactMap { try? $0.1.get() }.filter { $0.kind == .sidecar }
        for sidecar in read.filter({ $0.contentType == SidecarReader.json }) {
            metadata.take(sidecar, isPreferred: false)
        }
        for sidecar in read.reversed() where sidecar.contentType == SidecarReader.xmp {
            metadata.take(sidecar, isPreferred: true)
        }
        for (name, result) in sidecars {
            let reason: String
            switch result {
            case .failure(let failure): reason = failure.detail
            case .success(let sidecar) where sidecar.kind != .sidecar: reason = "it is \(sidecar.contentType)"
            case .success(let sidecar) where !sidecar.problems.isEmpty: reason = sidecar.problems[0].detail
            case .success: continue
            }
            metadata.problems.append(Problem(code: "sidecarUnreadable", detail: "\(name): \(reason)"))
        }
        return .success(metadata)
    }

    private mutating func take(_ sidecar: MediaMetadata, isPreferred: Bool) {
        var answers: Set<String> = []
        func wins<Value>(_ mine: Value?, _ other: Value?, _ names: String...) -> Bool {
            guard other != nil, isPreferred || mine == nil else { return false }
            answers.formUnion(names)
            return true
        }
        // The same second with fraction and offset says more.
        let isSameTime =
            captureDate != nil && captureDate?.time.wallSeconds == sidecar.captureDate?.time.wallSeconds
        if !isSameTime, wins(captureDate, sidecar.captureDate, "creationDate", "creationDateOffset") {
            captureDate = sidecar.captureDate
            details[.datePrecision] = sidecar.details[.datePrecision]
        }
        if wins(location, sidecar.location, "location") { location = sidecar.location }
        if wins(title, sidecar.title, "title") { title = sidecar.title }
        if wins(caption, sidecar.caption, "description") { caption = sidecar.caption }
        if wins(rating, sidecar.rating, "rating") { rating = sidecar.rating }
        let keywordLists = (keywords.isEmpty ? nil : keywords, sidecar.keywords.isEmpty ? nil : sidecar.keywords)
        var said = sidecar.evidence
        if wins(keywordLists.0, keywordLists.1, "keywords") {
            keywords = sidecar.keywords
            let value = keywords.joined(separator: ", ")
            said.append(Evidence(answer: "keywords", source: "xmp:subject", value: value, outcome: .used))
        }
        let regionLists = [details.regions, sidecar.details.regions].map { $0.isEmpty ? nil : $0 }
        if wins(regionLists[0], regionLists[1], "regions") { details.regions = sidecar.details.regions }
        note(said, answers: answers, isPreferred: isPreferred)
    }

    /// Adds a sidecar's evidence, before or after what is there.
    /// - Parameter answers: the questions that it answered.
    private mutating func note(_ added: [Evidence], answers: Set<String>, isPreferred: Bool) {
        for place in evidence.indices where answers.contains(evidence[place].answer) {
            if evidence[place].outcome == .used { evidence[place].outcome = .outranked }
        }
        let noted = added.map { each in
            let isLost = each.outcome == .used && !answers.contains(each.answer)
            return Evidence(
                answer: each.answer, source: "sidecar:\(each.source)", value: each.value,
                outcome: isLost ? .outranked : each.outcome)
        }
        evidence = isPreferred ? noted + evidence : evidence + noted
    }
}
