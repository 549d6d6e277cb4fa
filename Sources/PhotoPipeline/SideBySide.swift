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

    /// What comes of two things that are done at the same time.
    static func both<First: Sendable, Second: Sendable>(
        _ first: @Sendable () -> First, and second: @Sendable () -> Second
    ) -> (First, Second) {
        let results = Mutex<(First?, Second?)>((nil, nil))
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            if number == 0 {
                let result = first()
                results.withLock { $0.0 = result }
            } else {
                let result = second()
                results.withLock { $0.1 = result }
            }
        }
        guard case (let first?, let second?) = results.withLock({ $0 }) else {
            preconditionFailure("both are done")
        }
        return (first, second)
    }
}
