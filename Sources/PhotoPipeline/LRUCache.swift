/// What was used last, within a bound in bytes; what was used longest ago goes first.
package struct LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let byteCount: Int
        var lastUse: Int
    }

    private let limitBytes: Int
    private var entries: [Key: Entry] = [:]
    private var uses = 0
    private(set) var byteCount = 0

    package init(limitBytes: Int) { self.limitBytes = limitBytes }

    /// Gives a value, and counts that as a use of it.
    package mutating func value(for key: Key) -> Value? {
        uses += 1
        entries[key]?.lastUse = uses
        return entries[key]?.value
    }

    /// Keeps a value in place of an older one; one that is larger than the bound is not kept.
    package mutating func keep(_ value: Value, of byteCount: Int, for key: Key) {
        remove(key)
        guard byteCount <= limitBytes else { return }
        uses += 1
        entries[key] = Entry(value: value, byteCount: byteCount, lastUse: uses)
        self.byteCount += byteCount
        while self.byteCount > limitBytes, let oldest { remove(oldest) }
    }

    private mutating func remove(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        byteCount -= entry.byteCount
    }

    /// A look at all entries: there are hundreds, and one goes when a picture has come.
    private var oldest: Key? { entries.min { $0.value.lastUse < $1.value.lastUse }?.key }
}
