import Imaging
import Testing

@Suite struct LRUCacheTests {
    @Test func theLeastRecentlyUsedValueGoesFirst() {
        var cache = LRUCache<Int, String>(costLimit: 30)
        for key in 1...3 { cache.insert("\(key)", cost: 10, for: key) }
        #expect(cache.value(for: 1) == "1")
        cache.insert("4", cost: 10, for: 4)
        #expect((1...4).map { cache.value(for: $0) } == ["1", nil, "3", "4"])
    }

    @Test func theLimitHoldsForAnyNumberOfValues() {
        var cache = LRUCache<Int, Int>(costLimit: 1000)
        for key in 0..<10_000 {
            cache.insert(key, cost: 1 + key % 97, for: key % 613)
            #expect(cache.totalCost <= 1000)
        }
        #expect(cache.totalCost > 900)
    }

    @Test func aValueLargerThanTheLimitIsNotStoredAndDropsNoOther() {
        var cache = LRUCache<Int, Int>(costLimit: 10)
        cache.insert(1, cost: 10, for: 1)
        cache.insert(2, cost: 11, for: 2)
        #expect(cache.value(for: 1) == 1 && cache.value(for: 2) == nil)
    }

    @Test func aNewerValueReplacesAnOlder() {
        var cache = LRUCache<Int, Int>(costLimit: 10)
        cache.insert(1, cost: 6, for: 1)
        cache.insert(2, cost: 7, for: 1)
        #expect(cache.value(for: 1) == 2 && cache.totalCost == 7)
    }
}
