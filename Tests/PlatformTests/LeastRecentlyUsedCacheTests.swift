import Platform
import Testing

@Suite struct LeastRecentlyUsedCacheTests {
    @Test func lettingGoStartsWithWhatWasNotAskedForTheLongest() {
        var cache = LeastRecentlyUsedCache<Int, String>(limit: 3)
        for key in 1...3 { cache.insert("\(key)", for: key, cost: 1) }
        #expect(cache.value(for: 1) == "1")
        cache.insert("4", for: 4, cost: 1)
        #expect(cache.value(for: 2) == nil)
        #expect(cache.value(for: 1) == "1")
        #expect(cache.count == 3)
    }

    @Test func costIsNeverAboveTheLimit() {
        var cache = LeastRecentlyUsedCache<Int, Int>(limit: 100)
        for round in 0..<1000 {
            cache.insert(round, for: round % 37, cost: round % 23 + 1)
            #expect(cache.cost <= 100)
        }
        cache.insert(0, for: -1, cost: 101)
        #expect(cache.value(for: -1) == nil)
    }
}
