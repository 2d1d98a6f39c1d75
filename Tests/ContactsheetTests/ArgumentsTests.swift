import Platform
import Testing

@testable import contactsheet

@Suite struct ArgumentsTests {
    static let listen = Option("listen", "HOST:PORT", help: "")
    static let exclude = Option("exclude", "GLOB", repeats: true, help: "")
    static let loud = Option("loud", help: "")
    static let options = [listen, exclude, loud]

    func read(_ words: [String], _ environment: [String: String] = [:]) throws -> Arguments {
        try Arguments(
            words.map { FileName($0) }, options: Self.options, environment: environment.mapValues { FileName($0) })
    }

    @Test func optionsAndOperandsComeInAnyOrder() throws {
        let arguments = try read(["a", "--listen", "x:1", "--exclude=*.tmp", "b", "--exclude", "c d", "--", "--loud"])
        #expect(arguments.operands.map(\.description) == ["a", "b", "--loud"])
        #expect(arguments.value(Self.listen)?.text == "x:1")
        #expect(arguments.all(Self.exclude).map(\.text) == ["*.tmp", "c d"])
        #expect(try !arguments.isOn(Self.loud))
    }

    @Test func theCommandLineGoesBeforeTheEnvironment() throws {
        let variables = ["CONTACTSHEET_LISTEN": "y:2", "CONTACTSHEET_EXCLUDE": "p,q", "CONTACTSHEET_LOUD": "1"]
        let alone = try read([], variables)
        #expect(alone.value(Self.listen)?.text == "y:2")
        #expect(alone.all(Self.exclude).map(\.text) == ["p", "q"])
        #expect(try alone.isOn(Self.loud))
        let both = try read(["--listen=x:1", "--exclude", "r"], variables)
        #expect(both.value(Self.listen)?.text == "x:1")
        #expect(both.all(Self.exclude).map(\.text) == ["r"])
    }

    @Test(arguments: [
        (["--lisen", "x"], "unknown option '--lisen'"), (["--listen"], "--listen needs a value"),
        (["--loud=1"], "--loud takes no value"), (["--listen", "a", "--listen=b"], "--listen is given twice"),
    ])
    func aWrongOptionIsNamed(words: [String], message: String) {
        #expect(throws: UsageError(description: message)) { try read(words) }
    }

    @Test func aWrongValueNamesItsFlagOrVariable() throws {
        let number = Option("count", "N", help: "")
        func refusal(_ words: [String], _ environment: [String: FileName]) throws -> String? {
            let arguments = try Arguments(words.map { FileName($0) }, options: [number], environment: environment)
            do {
                _ = try arguments.number(number, in: 1...9, default: 5)
                return nil
            } catch { return "\(error)" }
        }
        #expect(try refusal(["--count", "10"], [:]) == "--count: must be a whole number from 1 to 9, not '10'")
        #expect(
            try refusal([], ["CONTACTSHEET_COUNT": FileName("x")])
                == "CONTACTSHEET_COUNT: must be a whole number from 1 to 9, not 'x'")
        #expect(try refusal(["--count=9"], ["CONTACTSHEET_COUNT": FileName("x")]) == nil)
    }

    @Test(arguments: [("500", 500), ("2K", 2048), ("10G", 10 << 30), ("1t", 1 << 40)])
    func bytesHaveUnits(text: String, count: Int) throws {
        let size = Option("size", "BYTES", help: "")
        let arguments = try Arguments([FileName("--size"), FileName(text)], options: [size], environment: [:])
        #expect(try arguments.byteCount(size, default: 0) == count)
    }

    @Test(arguments: ["", "-1", "G", "1GB", "9999999999999T"])
    func whatIsNoNumberOfBytesIsRefused(text: String) throws {
        let size = Option("size", "BYTES", help: "")
        let arguments = try Arguments([FileName("--size=" + text)], options: [size], environment: [:])
        #expect(throws: UsageError.self) { try arguments.byteCount(size, default: 0) }
    }
}
