import Foundation
import ParserFuzzing
import Testing

/// What the fuzzer found once stays found.
@Suite struct CorpusTests {
    private static let corpus: [URL] = {
        let folder = Bundle.module.resourceURL?.appendingPathComponent("Corpus")
        let files = folder.flatMap {
            try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
        }
        return (files ?? []).sorted { $0.path < $1.path }
    }()

    @Test("the corpus has inputs for every parser")
    func isThere() throws {
        let choices = try Self.corpus.map { Int(try Data(contentsOf: $0).first ?? 0) % Parsers.all.count }
        #expect(Set(choices) == Set(Parsers.all.indices))
    }

    @Test("every input of the corpus is read to its end", arguments: corpus)
    func replay(_ file: URL) throws {
        let bytes = try Data(contentsOf: file)
        bytes.withUnsafeBytes { bytes in
            Parsers.run(bytes)
            // Whatever parser it was found with, no input may harm another.
            for parser in Parsers.all { parser.run(bytes) }
        }
    }
}
