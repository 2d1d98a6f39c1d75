import Foundation
import Platform
import Testing

@Suite struct JSONWriterTests {
    func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func commasStandBetweenValuesOnly() {
        let json = text { writer in
            writer.beginObject()
            writer.key("a")
            writer.beginArray()
            writer.value(1)
            writer.value("x")
            writer.beginObject()
            writer.endObject()
            writer.null()
            writer.endArray()
            writer.key(text: "b\"")
            writer.value(true)
            writer.key("c")
            writer.raw("[]".utf8)
            writer.endObject()
        }
        #expect(json == #"{"a":[1,"x",{},null],"b\"":true,"c":[]}"#)
    }

    @Test(arguments: ["plain", "\u{0}\u{1F}\u{7F}", "a\"b\\c\nd", "日本語 👩‍👩‍👧", "\u{2028}", "</script>"])
    func everyStringComesBack(text original: String) throws {
        let json = text { $0.value([original].first) }
        let back = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        #expect(back as? String == original)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.5, "-0.5"), (1e21, "1e+21"), (.nan, "null"), (.infinity, "null"), (2.9, "2.9"),
        (9_007_199_254_740_991, "9007199254740991"),
    ])
    func numbersAreShortAndFinite(number: Double, json: String) {
        #expect(text { $0.value(number) } == json)
    }

    @Test(arguments: [Int64.min, -1, 0, 7, 1_000_000, .max])
    func integersAreWhole(number: Int64) {
        #expect(text { $0.value(number) } == String(number))
    }
}
