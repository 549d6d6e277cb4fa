import Testing

@testable import PhotoPipeline

/// Memory within a bound in bytes.
@Suite struct MemoryCacheTests {
    @Test func whatWasUsedLongestAgoGoesFirst() {
        var cache = LRUCache<Int, String>(limitBytes: 30)
        for key in 1...3 { cache.keep("\(key)", of: 10, for: key) }
        #expect(cache.value(for: 1) == "1")
        cache.keep("4", of: 10, for: 4)
        #expect((1...4).map { cache.value(for: $0) } == ["1", nil, "3", "4"])
    }

    @Test func howeverManyComeTheBoundHolds() {
        var cache = LRUCache<Int, Int>(limitBytes: 1000)
        for key in 0..<10_000 {
            cache.keep(key, of: 1 + key % 97, for: key % 613)
            #expect(cache.byteCount <= 1000)
        }
        #expect(cache.byteCount > 900)
    }

    @Test func whatIsLargerThanTheBoundIsNotKeptAndDrivesNothingOut() {
        var cache = LRUCache<Int, Int>(limitBytes: 10)
        cache.keep(1, of: 10, for: 1)
        cache.keep(2, of: 11, for: 2)
        #expect(cache.value(for: 1) == 1 && cache.value(for: 2) == nil)
    }

    @Test func aNewerValueTakesThePlaceOfAnOlder() {
        var cache = LRUCache<Int, Int>(limitBytes: 10)
        cache.keep(1, of: 6, for: 1)
        cache.keep(2, of: 7, for: 1)
        #expect(cache.value(for: 1) == 2 && cache.byteCount == 7)
    }
}
