import Platform
import Testing

@testable import MediaDecoding

/// The readers that see a hostile file's bytes first, in Swift: cut anywhere, and with any byte changed.
struct HeaderTests {
    @Test(arguments: Decoding.names) func `no cut and no wrong byte traps`(_ name: String) throws {
        let whole = try Decoding.bytes(name)
        for length in stride(from: 0, to: min(whole.count, 700), by: 1) { read(Array(whole.prefix(length))) }
        var changed = Array(whole.prefix(4096))
        for place in 0..<min(changed.count, 300) {
            let byte = changed[place]
            for value: UInt8 in [0, 0x7F, 0x80, 0xFF] {
                changed[place] = value
                read(changed)
            }
            changed[place] = byte
        }
    }

    private func read(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            guard let format = MediaFormat(head: bytes) else { return }
            _ = PictureHeader(bytes, format: format)
            _ = TopLevelBoxes(bytes)
        }
    }

    /// An XMP packet in a `brob` box, and 64 MiB of one letter, which take 53 bytes.
    @Test func `what a box holds packed is read, unless it is more than anybody writes`() {
        let packet: [UInt8] = [143, 5, 128] + Array("<x:xmpmeta/>".utf8) + [3]
        let letters: [UInt8] = [
            207, 255, 255, 127, 248, 37, 240, 226, 177, 64, 32, 247, 254, 159, 255, 255, 255, 240, 75, 0, 196, 97, 1,
            128,
            238, 253, 63, 255, 255, 255, 225, 151, 0, 136, 195, 34, 0, 221, 251, 255, 252, 255, 255, 199, 47, 1, 16,
            135, 5,
            0, 186, 247, 255,
        ]
        func xmp(_ packed: [UInt8]) -> String {
            let box = [0, 0, 0, UInt8(12 + packed.count)] + Array("brobxml ".utf8) + packed
            return box.withUnsafeBytes { String(decoding: TopLevelBoxes($0).xmp, as: UTF8.self) }
        }
        #expect(xmp(packet) == "<x:xmpmeta/>")
        for cut in 0..<packet.count { #expect(xmp(packet.dropLast(packet.count - cut)) == "", "cut short") }
        #expect(xmp(letters) == "")
    }

    @Test func `an animation's frames are counted`() throws {
        for (name, format) in [("images/anim3.gif", MediaFormat.gif), ("images/anim3.webp", .webp)] {
            let header = try Decoding.bytes(name).withUnsafeBytes { PictureHeader($0, format: format) }
            #expect(header?.frameCount == 3)
        }
    }
}
