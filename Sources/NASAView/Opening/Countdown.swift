internal import PhotoCatalog
internal import Synchronization

/// Tells how many seconds a fetch waits for its next try, each time that changes; nil once it goes on.
final class Countdown: Sendable {
    private let told = Mutex<Int?>(nil)
    private let tell: @Sendable (Int?) -> Void

    init(_ tell: @escaping @Sendable (Int?) -> Void) { self.tell = tell }

    func take(_ step: FetchProgress) {
        let seconds = step.secondsToWait
        let isNews = told.withLock { told in
            defer { told = seconds }
            return told != seconds
        }
        if isNews { tell(seconds) }
    }
}
