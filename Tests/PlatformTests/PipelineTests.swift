import Platform
import Testing

struct PipelineTests {
    @Test(arguments: [0, 1, 2, 3, 100], [1, 3]) func `pieces are used in order, each as it was made`(
        _ pieces: Int, _ depth: Int
    ) {
        var used: [UInt8] = []
        let isDone = Pipeline.run(pieces: pieces, depth: depth, size: 2) { piece, buffer in
            buffer[1] = UInt8(piece)
            return true
        } use: { piece, buffer in
            used.append(buffer[1])
            return Int(buffer[1]) == piece
        }
        #expect(isDone && used == (0..<pieces).map { UInt8($0) })
    }

    @Test func `the first that can't be made or used is the last`() {
        for (unmakable, unusable) in [(5, 10), (10, 5)] {
            var made = 0
            var used = 0
            let isDone = Pipeline.run(pieces: 20, depth: 2, size: 1) { piece, _ in
                made += 1
                return piece != unmakable
            } use: { piece, _ in
                used += 1
                return piece != unusable
            }
            #expect(!isDone && used <= made && made <= min(unmakable, unusable + 2) + 1 && used <= unusable + 1)
        }
    }
}
