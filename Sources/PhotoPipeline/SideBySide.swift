internal import Dispatch
internal import Synchronization

/// Parts of a picture that are made at the same time, one for each core of a small machine.
enum SideBySide {
    /// More than two gain little before the terminal takes longer than all of it.
    static let count = 2

    /// Does the same to each part; returns when all is done.
    static func each<Part: Sendable>(_ parts: [Part], _ work: @Sendable (Part) -> Void) {
        guard parts.count > 1 else { return parts.forEach(work) }
        DispatchQueue.concurrentPerform(iterations: parts.count) { work(parts[$0]) }
    }

    /// What comes of each part, in order.
    static func map<Part: Sendable, Result: Sendable>(
        _ parts: [Part], _ work: @Sendable (Part) -> Result
    ) -> [Result] {
        let results = Mutex([Result?](repeating: nil, count: parts.count))
        each(Array(parts.enumerated())) { number, part in
            let result = work(part)
            results.withLock { $0[number] = result }
        }
        return results.withLock { $0.compactMap(\.self) }
    }
}
