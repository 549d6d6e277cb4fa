internal import PhotoCatalog

/// How long to wait and how often to try; NASA answers in 0.25–0.44 s, a cold search took 11 s.
package struct TransferLimits: Hashable, Sendable {
    package var connectSeconds = 10
    /// Slower than this for `lowSpeedSeconds` counts as stalled: a modem of 1990 was faster.
    package var lowSpeedBytesPerSecond = 1000
    package var lowSpeedSeconds = 15
    /// Twice the slowest search seen.
    package var replySeconds = 25
    package var previewSeconds = 60
    /// Transfers at once, as many as browsers allow themselves per host; more wait their turn.
    package var connections = 6
    package var redirects = 5
    package var retries = 2
    /// The first pause before a retry; each further one is three times as long.
    package var pauseSeconds = 0.25
    /// A server that asks for more patience is not waited for.
    package var retryAfterCapSeconds = 60

    package init() {}

    /// The tries after the first.
    ///
    /// Whoever asks for previews keeps a list of them and tries again itself, and only what is still on
    /// the page: with both a thumbnail was asked for fifteen times.
    func retries(for purpose: FetchPurpose) -> Int { purpose == .preview ? 0 : retries }

    /// The time for the whole transfer, or nil where only its speed counts.
    ///
    /// An original of 134 MB takes 18 minutes at 1 Mbit/s, and the user sees it coming.
    func totalSeconds(for purpose: FetchPurpose) -> Int? {
        switch purpose {
        case .reply: replySeconds
        case .preview: previewSeconds
        case .photo, .file: nil
        }
    }
}
