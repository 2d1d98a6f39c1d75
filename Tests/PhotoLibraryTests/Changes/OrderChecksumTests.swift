import Testing

@testable import PhotoLibrary

@Suite struct OrderChecksumTests {
    private struct Vector: Decodable {
        let name: String
        let ids: [String]
        let checksum: String
    }

    private func checksum(_ values: some Sequence<UInt64>) -> OrderChecksum {
        var checksum = OrderChecksum()
        for value in values { checksum.append(value) }
        return checksum
    }

    @Test func vectorsForClientsHold() throws {
        let vectors = try ChangeDetailsTests.vectors("checksums.json", [Vector].self)
        var checked = 0
        for vector in vectors {
            let ids = vector.ids.map { AssetID($0) }
            guard ids.allSatisfy({ $0 != nil }) else { continue }
            let values = ids.compactMap { $0 }.map { UInt64(bitPattern: $0.rawValue) }
            #expect(OrderChecksum.text(checksum(values).forward) == vector.checksum, "\(vector.name)")
            checked += 1
        }
        #expect(checked > 5)
    }

    @Test(arguments: 0..<10) func partsMakeTheWhole(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let values = (0..<200).map { _ in random.next() }
        let cut = Int.random(in: 0...200, using: &random)
        var joined = checksum(values[..<cut])
        joined.append(checksum(values[cut...]))
        #expect(joined == checksum(values))
        #expect(joined.backward == checksum(values.reversed()).forward)
    }
}
