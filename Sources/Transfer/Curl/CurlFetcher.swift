internal import CCurl
package import PhotoCatalog

/// A fetcher over HTTPS that runs libcurl on a separate thread, and never blocks Swift's thread
/// pool.
package struct CurlFetcher: FileFetcher {
    private let site: LibrarySite
    private let userAgent: String
    let limits: TransferLimits
    private let clock: any Clock<Duration>
    private let loop: CurlLoop

    /// Creates a fetcher for a site; `userAgent` has the form `nasa-view/1.0`, and `clock` measures
    /// pauses.
    package init(
        site: LibrarySite = .nasa, userAgent: String, limits: TransferLimits = TransferLimits(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.site = site
        self.userAgent = userAgent
        self.limits = limits
        self.clock = clock
        loop = CurlLoop(connections: limits.connections)
    }

    package func download(
        at address: PhotoAddress, for purpose: ResourceKind, reporting report: DownloadReport
    ) async throws(FetchFailure) -> Download {
        let incoming = IncomingFile(
            from: address, for: purpose, cachedIn: nil, within: limits, reporting: report)
        let reply = try await reply(reporting: report.progress) {
            request(for: address, purpose, into: incoming.newSink())
        }
        return Download(try await incoming.finish(reply.head))
    }

    func request(
        for address: PhotoAddress, _ purpose: ResourceKind, into sink: BodyHandler
    ) -> HTTPRequest {
        HTTPRequest(
            address: address, purpose: purpose, userAgent: userAgent, limits: limits, sink: sink)
    }

    /// Returns the successful reply, after redirects and retries; each attempt calls `request`
    /// again.
    func reply(
        reporting progress: @escaping @Sendable (FetchProgress) -> Void,
        to request: () -> HTTPRequest
    ) async throws(FetchFailure) -> HTTPReply {
        var current = request()
        var retries = RetryPolicy(limits, for: current.purpose)
        while true {
            do {
                return try await reply(to: current, progress: progress)
            } catch {
                guard let pause = retries.pause(after: error) else { throw error }
                try await wait(pause, reporting: progress)
                current = request()
            }
        }
    }

    /// Returns the reply after following redirects; the site must allow the address of each
    /// redirect.
    private func reply(
        to request: HTTPRequest, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> HTTPReply {
        var request = request
        for _ in 0...limits.redirects {
            let reply = try await loop.reply(to: request, progress: progress)
            guard let next = reply.redirect else { return try checked(reply, to: request) }
            request.address = try redirect(from: request.address, to: next)
        }
        throw .tooManyRedirects(limit: limits.redirects)
    }

    private func checked(
        _ reply: HTTPReply, to request: HTTPRequest
    ) throws(FetchFailure) -> HTTPReply {
        if let failure = reply.failure { throw failure }
        if reply.isNotModified, case .ifChanged = request.condition { return reply }
        guard reply.status < 300 else {
            throw .interrupted(.noAddress(status: reply.status))
        }
        return reply
    }

    private func redirect(
        from address: PhotoAddress, to text: String
    ) throws(FetchFailure) -> PhotoAddress {
        do {
            return try site.redirect(from: address, to: text)
        } catch {
            throw .addressNotAllowed(error)
        }
    }

    /// Waits for `pause`; reports the remaining time each second, and zero at the end.
    private func wait(
        _ pause: Duration, reporting progress: @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) {
        var left = pause
        while left > .zero {
            progress(.waiting(left))
            let step = min(.seconds(1), left)
            do { try await clock.sleep(for: step) } catch { throw .cancelled }
            left -= step
        }
        progress(.waiting(.zero))
    }
}

/// The time-outs, retries and sizes of transfers.
///
/// NASA's servers reply in 0.25 to 0.44 s, but one slow search took 11 s.
package struct TransferLimits: Hashable, Sendable {
    package var connectTimeout = Duration.seconds(10)
    /// The speed below which a transfer counts as stalled after `lowSpeedTime`; modems of 1990 were
    /// faster.
    package var lowSpeedBytesPerSecond = 1000
    /// The time at low speed after which a transfer counts as stalled; libcurl requires whole
    /// seconds.
    package var lowSpeedTime = Duration.seconds(15)
    /// The time limit for a reply: more than twice the time of the slowest search observed.
    package var replyTimeout = Duration.seconds(25)
    package var previewTimeout = Duration.seconds(60)
    /// The maximum number of concurrent transfers, as many as browsers open per host; further
    /// transfers are queued.
    package var connections = 6
    package var redirects = 5
    package var retries = 2
    /// The first pause before a retry; each further pause is three times as long.
    package var pause = Duration.milliseconds(250)
    /// The maximum length of an uncached file in memory; a longer file is written to disk, without
    /// a name.
    ///
    /// If the disk has no space, memory holds files of up to `mostHeldBytes`.
    package var heldBytes = 64 << 20
    package var mostHeldBytes = 256 << 20
    /// The longest accepted `Retry-After`; a longer pause is a failure.
    package var longestRetryAfter = Duration.seconds(60)

    package init() {}

    /// Returns the maximum number of attempts after the first.
    ///
    /// Previews are not retried here, because the image pipeline retries previews that are still on
    /// the page. With retries in both, a thumbnail was requested fifteen times.
    func retries(for purpose: ResourceKind) -> Int { purpose == .preview ? 0 : retries }

    /// Returns the time-out of the entire transfer; `nil` if only the speed counts.
    ///
    /// An original of 134 MB takes 18 minutes at 1 Mbit/s, and the user sees the progress.
    func timeout(for purpose: ResourceKind) -> Duration? {
        switch purpose {
        case .reply, .dailyReply, .settledReply: replyTimeout
        case .preview: previewTimeout
        case .photo, .file: nil
        }
    }
}

/// The rules for retrying a failed fetch.
///
/// Only temporary failures are retried: a broken transfer, a server error, and a request to wait.
struct RetryPolicy {
    private let limits: TransferLimits
    private let maximum: Int
    private var count = 0

    init(_ limits: TransferLimits, for purpose: ResourceKind) {
        self.limits = limits
        maximum = limits.retries(for: purpose)
    }

    /// Returns the pause before the next attempt; `nil` if the fetch is not retried.
    mutating func pause(after failure: FetchFailure) -> Duration? {
        guard count < maximum, let pause = requiredPause(after: failure) else { return nil }
        count += 1
        return pause
    }

    private func requiredPause(after failure: FetchFailure) -> Duration? {
        switch failure {
        case .rateLimited(let seconds?):
            Duration.seconds(seconds) <= limits.longestRetryAfter ? .seconds(seconds) : nil
        case .rateLimited(nil), .serverFailed, .interrupted: growingPause
        default: nil
        }
    }

    /// The pause before a retry: three times as long each time, and varied randomly by up to half,
    /// so that many clients do not return together.
    private var growingPause: Duration {
        let factor = (0..<count).reduce(1.0) { factor, _ in factor * 3 }
        return limits.pause * factor * Double.random(in: 0.5...1.5)
    }
}

/// The versions of the loaded libcurl and of the TLS library that libcurl uses.
package enum CurlLibrary {
    package static var version: String {
        let parts = String(cString: ccurl_version()).split(separator: " ").prefix(2)
        return parts.joined(separator: " ").replacing("libcurl/", with: "")
    }
}
