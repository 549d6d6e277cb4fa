internal import PhotoCatalog
internal import Synchronization

/// How fast a transfer is, over all of it, once there is a second of it to tell by.
final class TransferRate: Sendable {
    private let start = Mutex<(time: ContinuousClock.Instant, bytes: Int)?>(nil)

    /// The bytes a second up to now.
    func bytesPerSecond(at step: FetchProgress) -> Double? {
        guard case .receiving(let bytes, _) = step else { return nil }
        return start.withLock { start in
            guard let begun = start else {
                start = (.now, bytes)
                return nil
            }
            let seconds = Double((ContinuousClock.now - begun.time) / .seconds(1))
            return seconds < 1 ? nil : Double(bytes - begun.bytes) / seconds
        }
    }
}
