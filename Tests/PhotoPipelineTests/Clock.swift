import Synchronization

/// A clock on which a nanosecond passes each time somebody looks at it.
final class Clock: Sendable {
    private let time = Atomic<UInt64>(0)

    func tick() -> UInt64 { time.wrappingAdd(1, ordering: .relaxed).newValue }
}
