/// The time each stage took, in nanoseconds.
package struct StageCosts: Hashable, Sendable {
    package private(set) var nanoseconds: [Stage: UInt64] = [:]

    package init() {}

    package mutating func add(_ cost: UInt64, to stage: Stage) {
        nanoseconds[stage, default: 0] += cost
    }
}
