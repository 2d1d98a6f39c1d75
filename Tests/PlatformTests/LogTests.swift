import Foundation
import Platform
import Synchronization
import Testing

@Suite struct LogTests {
    func lines(_ format: Log.Format, level: Log.Level = .info, _ say: (Log) -> Void) -> [String] {
        let lines = Collected()
        say(Log(level: level, format: format, write: { lines.append(String(decoding: $0, as: UTF8.self)) }))
        return lines.all
    }

    @Test func oneLineHasEverything() throws {
        let json = try #require(lines(.json) { $0.warning("odd file", ["path": "a\nb", "size": 3]) }.first)
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String]
        #expect(object?["message"] == "odd file")
        #expect(object?["level"] == "warning")
        #expect(object?["path"] == "a\nb")
        #expect(object?["size"] == "3")
        let text = try #require(lines(.text) { $0.warning("odd file", ["path": "a\nb"]) }.first)
        #expect(text.hasSuffix(#" warning odd file path="a\nb""# + "\n"))
        #expect(text.count { $0 == "\n" } == 1)
    }

    @Test func whatIsBelowTheLevelIsLeftOut() {
        #expect(lines(.text, level: .warning) { $0.info("x") }.isEmpty)
        #expect(lines(.text, level: .warning) { $0.error("x") }.count == 1)
        #expect(lines(.text, level: .debug) { $0.debug("x") }.count == 1)
    }
}

private final class Collected: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func append(_ line: String) { lines.withLock { $0.append(line) } }
}
