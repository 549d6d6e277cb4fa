internal import Imaging

/// Port: the time, in nanoseconds from some beginning; the core reads no clock of its own.
package struct Stopwatch: Sendable {
    let now: @Sendable () -> UInt64

    package init(now: @escaping @Sendable () -> UInt64) { self.now = now }

    /// Does the work and books its time on a stage.
    func measure<Result>(
        _ stage: Stage, in costs: inout StageCosts, _ work: () throws(DecodingFailure) -> Result
    ) throws(DecodingFailure) -> Result {
        let start = now()
        let result = try work()
        costs.add(now() &- start, to: stage)
        return result
    }
}
