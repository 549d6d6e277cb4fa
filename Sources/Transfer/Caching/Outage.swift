internal import PhotoCatalog
internal import Synchronization

/// Remembers for a moment that a server could not be reached, so that a list of fifty kept pictures
/// does not wait for fifty time-outs.
final class Outage: Sendable {
    private let last = Mutex<[Origin: (FetchFailure, ContinuousClock.Instant)]>([:])

    /// Why the server could not be reached a moment ago; nil where it was, or was not asked.
    func failure(of origin: Origin) -> FetchFailure? {
        guard let (failure, time) = last.withLock({ $0[origin] }),
            ContinuousClock.now - time < Self.moment
        else { return nil }
        return failure
    }

    func note(_ failure: FetchFailure?, of origin: Origin) {
        last.withLock { $0[origin] = failure.map { ($0, .now) } }
    }

    private static let moment = Duration.seconds(5)
}
