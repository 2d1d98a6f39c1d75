import Testing

@testable import PhotoLibrary

@Suite struct ByteCodecTests {
    @Test(arguments: [0, 1, -1, 63, 64, -64, -65, 300, Int64.max, Int64.min])
    func numbersGoThereAndBack(_ number: Int64) throws {
        var writer = ByteWriter()
        writer.number(number)
        writer.fixed(number)
        writer.string([1, 2, 3])
        var reader = ByteReader(writer.bytes)
        #expect(try reader.number() == number)
        #expect(try reader.fixed() == number)
        #expect(try reader.string() == [1, 2, 3])
        #expect(reader.rest.isEmpty)
        #expect(throws: ByteReader.Malformed.self) { try reader.byte() }
    }

    @Test func lengthsBeyondTheEndAreRefused() {
        for bytes: [UInt8] in [[4, 1], [1], [0xFF], Array(repeating: 0xFF, count: 20)] {
            var reader = ByteReader(bytes)
            #expect(throws: ByteReader.Malformed.self) { try reader.string() }
        }
    }

    @Test(arguments: [[], [0], [255], [1, 2], [1, 2, 3], [250, 251, 252, 253]] as [[UInt8]])
    func base64GoesThereAndBack(_ bytes: [UInt8]) { #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes) }

    @Test(arguments: ["A", "AB", "AAB", "AA==", "A+", "A/", "Ä", "AA A"])
    func otherBase64IsRefused(_ text: String) { #expect(Base64URL.decode(text) == nil) }

    @Test func textListsGoThereAndBack() {
        for texts in [[], [""], ["a", "", "ö\u{1F}"]] {
            #expect(TextList.decode(TextList.encode(texts) ?? []) == texts)
        }
        #expect(TextList.decode([0xFF, 0xFF]) == [])
    }
}
