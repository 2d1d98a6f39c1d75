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

    @Test func `an animation's frames are counted`() throws {
        for (name, format) in [("images/anim3.gif", MediaFormat.gif), ("images/anim3.webp", .webp)] {
            let header = try Decoding.bytes(name).withUnsafeBytes { PictureHeader($0, format: format) }
            #expect(header?.frameCount == 3)
        }
    }
}
