import PhotoLibrary
import Platform
import Testing

@testable import Ingesting

/// Random changes between runs: the catalogue equals the disk after each, and a file that only moved is the same asset.
struct ReconcilerModelTests {
    @Test(arguments: 0..<30)
    func catalogueEqualsDisk(seed: UInt64) {
        var random = SplitMix(state: seed)
        let world = FakeWorld()
        let disk = world.disk
        disk.makeRoot(FileName("/r"))
        var content: UInt64 = 0
        for _ in 0..<25 {
            var known: [ObjectIdentifier: (file: FakeDisk.File, id: AssetID?, modified: Int64)] = [:]
            for path in disk.files.keys {
                guard let file = disk.file(path.description), file.links == 1 else { continue }
                known[ObjectIdentifier(file)] = (file, world.id(path.description), file.modified)
            }
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                content += 1
                change(disk, content, &random)
            }
            world.run()
            world.checkEqual()
            for path in disk.files.keys {
                guard let file = disk.file(path.description), let before = known[ObjectIdentifier(file)] else {
                    continue
                }
                guard file.links == 1, file.modified == before.modified, let id = before.id else { continue }
                #expect(world.id(path.description) == id, "\(path) lost its id")
            }
            world.run()
            #expect(world.stepCount == 0, "a second run finds nothing to do")
        }
    }

    private func change(_ disk: FakeDisk, _ content: UInt64, _ random: inout SplitMix) {
        let paths = disk.files.keys.map(\.description).sorted()
        let some = paths.randomElement(using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1, 2: disk.save(newPath(&random), content, size: Int64.random(in: 1...3, using: &random))
        case 3: if let some { disk.save(some, content, size: Int64.random(in: 1...3, using: &random)) }
        case 4: if let some { disk.edit(some, content, size: Int64.random(in: 1...3, using: &random)) }
        case 5, 6: if let some { disk.move(some, newPath(&random)) }
        case 7: if let some { disk.remove(some) }
        case 8: if let some { disk.changeAttributes(some) }
        case 9: if let some { disk.copy(some, newPath(&random)) }
        case 10: if let some { disk.link(some, newPath(&random)) }
        default: moveFolder(disk, &random)
        }
    }

    private func newPath(_ random: inout SplitMix) -> String {
        let folders = ["", "p/", "q/", "p/s/", "q/s/", "q/s/t/"]
        return "/r/\(folders.randomElement(using: &random) ?? "")\(Int.random(in: 0..<6, using: &random)).jpg"
    }

    private func moveFolder(_ disk: FakeDisk, _ random: inout SplitMix) {
        let names = ["p", "q", "u", "v"]
        guard let from = names.randomElement(using: &random), let to = names.randomElement(using: &random) else {
            return
        }
        let root = disk.folder("/r")
        guard root.folders[FileName(from)] != nil, from != to else { return }
        if Bool.random(using: &random) {
            disk.remove("/r/\(from)")
        } else if root.folders[FileName(to)] == nil {
            disk.move("/r/\(from)", "/r/\(to)")
        } else {
            disk.move("/r/\(from)", "/r/\(to)/\(from)2")
        }
    }
}

/// Random numbers that are the same in every run (Steele, Lea, Flood 2014).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
