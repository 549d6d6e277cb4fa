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

    /// What comes of two things that are done at the same time, and may wait for a decoder.
    ///
    /// The second has a thread of its own: on one of those that all tasks share it would keep others waiting.
    static func both<First: Sendable, Second: Sendable>(
        _ first: () -> First, and second: @escaping @Sendable () -> Second
    ) -> (First, Second) {
        let other = Mutex<Second?>(nil)
        let end = DispatchSemaphore(value: 0)
        DispatchQueue(label: "decoding").async {
            let result = second()
            other.withLock { $0 = result }
            end.signal()
        }
        let one = first()
        end.wait()
        guard let other = other.withLock({ $0 }) else { preconditionFailure("both are done") }
        return (one, other)
    }
}
