/// Port: the time, in nanoseconds from some beginning; the core reads no clock of its own.
package struct Stopwatch: Sendable {
    let now: @Sendable () -> UInt64

    package init(now: @escaping @Sendable () -> UInt64) { self.now = now }

    /// Does the work and books its time on a stage.
    func measure<Result, Failure: Error>(
        _ stage: Stage, in costs: inout StageCosts, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = now()
        let result = try work()
        costs.add(now() &- start, to: stage)
        return result
    }
}
