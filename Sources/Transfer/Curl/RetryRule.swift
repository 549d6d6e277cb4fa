internal import PhotoCatalog

/// Whether and when a failed fetch is tried again.
///
/// Only what may pass by itself is: a broken transfer, a server in trouble, a plea for patience.
struct RetryRule {
    private let limits: TransferLimits
    private let most: Int
    private var tried = 0

    init(_ limits: TransferLimits, for purpose: FetchPurpose) {
        self.limits = limits
        most = limits.retries(for: purpose)
    }

    /// The seconds to wait before the next try, or nil where there is to be none.
    mutating func pauseSeconds(after failure: FetchFailure) -> Double? {
        guard tried < most, let pause = pause(after: failure) else { return nil }
        tried += 1
        return pause
    }

    private func pause(after failure: FetchFailure) -> Double? {
        switch failure {
        case .rateLimited(let seconds?):
            seconds <= limits.retryAfterCapSeconds ? Double(seconds) : nil
        case .rateLimited(nil), .serverFailed, .interrupted: growingPause
        default: nil
        }
    }

    /// Three times longer each time, and spread by half, so that many do not come back together.
    private var growingPause: Double {
        let factor = (0..<tried).reduce(1.0) { factor, _ in factor * 3 }
        return limits.pauseSeconds * factor * Double.random(in: 0.5...1.5)
    }
}
