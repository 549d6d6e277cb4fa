/// Recently used values within a limit of total cost; the least recently used goes first.
///
/// A doubly linked list through the keys of a dictionary.
///
/// - Complexity: O(1) for every operation.
package struct LRUCache<Key: Hashable, Value> {
    fileprivate struct Entry {
        let value: Value
        let cost: Int
        var older: Key?
        var newer: Key?
    }

    package let costLimit: Int
    package private(set) var totalCost = 0
    private var entries: [Key: Entry] = [:]
    private var newest: Key?
    private var oldest: Key?

    package init(costLimit: Int) { self.costLimit = costLimit }

    /// Whether there is a value; not counted as a use.
    package func contains(_ key: Key) -> Bool { entries[key] != nil }

    /// The value for a key, which is now the most recently used one.
    package mutating func value(for key: Key) -> Value? {
        guard let entry = remove(key) else { return nil }
        append(entry.value, cost: entry.cost, for: key)
        return entry.value
    }

    /// Stores a value in place of an older one, unless its cost alone exceeds the limit.
    package mutating func insert(_ value: Value, cost: Int, for key: Key) {
        remove(key)
        guard cost <= costLimit else { return }
        append(value, cost: cost, for: key)
        while totalCost > costLimit, let oldest { remove(oldest) }
    }

    private mutating func append(_ value: Value, cost: Int, for key: Key) {
        entries[key] = Entry(value: value, cost: cost, older: newest)
        if let newest { entries[newest]?.newer = key } else { oldest = key }
        newest = key
        totalCost += cost
    }

    @discardableResult
    private mutating func remove(_ key: Key) -> Entry? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        if let older = entry.older {
            entries[older]?.newer = entry.newer
        } else {
            oldest = entry.newer
        }
        if let newer = entry.newer {
            entries[newer]?.older = entry.older
        } else {
            newest = entry.older
        }
        totalCost -= entry.cost
        return entry
    }
}

extension LRUCache: Sendable where Key: Sendable, Value: Sendable {}

extension LRUCache.Entry: Sendable where Key: Sendable, Value: Sendable {}
