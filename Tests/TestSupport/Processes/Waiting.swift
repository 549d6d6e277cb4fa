#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Waits until something is so, but not for ever: true when it came to be in time.
///
/// It looks every 5 ms: a test waits for events, never for a length of time.
package func waitUntil(within seconds: Double, _ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds * TimeoutScale.factor)
    while !condition() {
        if ContinuousClock.now > deadline { return false }
        usleep(5_000)
    }
    return true
}
