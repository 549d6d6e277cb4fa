internal import Dispatch

/// The time of the event loop, in milliseconds from some beginning.
struct Clock {
    typealias Milliseconds = Int

    var now: Milliseconds { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
}
