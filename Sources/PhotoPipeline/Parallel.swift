internal import Dispatch
internal import Synchronization

/// Parallel computation of the parts of a picture, for work that does not block.
enum Parallel {
    /// The number of strips of a picture: twice the number of cores of a small machine, because
    /// strips take different times.
    static let strips = 4

    /// Returns the result of `work` for each part, in order.
    @discardableResult
    static func map<Part: Sendable, Result: Sendable>(
        _ parts: [Part], _ work: @Sendable (Part) -> Result
    ) -> [Result] {
        guard parts.count > 1 else { return parts.map(work) }
        let results = Mutex([Result?](repeating: nil, count: parts.count))
        DispatchQueue.concurrentPerform(iterations: parts.count) { number in
            let result = work(parts[number])
            results.withLock { $0[number] = result }
        }
        return results.withLock { $0.compactMap(\.self) }
    }

    /// Passes each result to `deliver`, in order, while later results are computed.
    ///
    /// Returns after the last delivery. `deliver` may block, because it runs on a separate queue.
    static func map<Part: Sendable, Result: Sendable>(
        _ parts: [Part], deliver: @escaping @Sendable (Result) -> Void,
        _ work: @Sendable (Part) -> Result
    ) {
        let taker = DispatchQueue(label: "taker")
        let waiting = Mutex((results: [Int: Result](), next: 0))
        DispatchQueue.concurrentPerform(iterations: parts.count) { number in
            let result = work(parts[number])
            waiting.withLock { waiting in
                waiting.results[number] = result
                while let result = waiting.results.removeValue(forKey: waiting.next) {
                    taker.async { deliver(result) }
                    waiting.next += 1
                }
            }
        }
        taker.sync {}
    }
}
