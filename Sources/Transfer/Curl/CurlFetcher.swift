internal import CCurl
package import PhotoCatalog

/// Fetches over HTTPS with libcurl, on a thread of its own; nothing blocks the cooperative pool.
package struct CurlFetcher: FileFetcher {
    private let site: LibrarySite
    private let userAgent: String
    private let limits: TransferLimits
    private let loop: CurlLoop

    /// A fetcher for a site; `userAgent` names the program, as `nasa-view/1.0`.
    package init(
        site: LibrarySite = .nasa, userAgent: String, limits: TransferLimits = TransferLimits()
    ) {
        self.site = site
        self.userAgent = userAgent
        self.limits = limits
        loop = CurlLoop(connections: limits.connections)
    }

    package func download(
        at address: PhotoAddress, for purpose: ResourceKind, reporting report: DownloadReport
    ) async throws(FetchFailure) -> Download {
        let incoming = IncomingFile(from: address, for: purpose, keptIn: nil, reporting: report)
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

    /// The reply that is no failure, after redirects and tries; each try makes its request anew.
    func reply(
        reporting progress: @escaping @Sendable (FetchProgress) -> Void,
        to request: () -> HTTPRequest
    ) async throws(FetchFailure) -> HTTPReply {
        var asked = request()
        var retries = RetryRule(limits, for: asked.purpose)
        while true {
            do {
                return try await reply(to: asked, progress: progress)
            } catch {
                guard let seconds = retries.pauseSeconds(after: error) else { throw error }
                try await pause(seconds, reporting: progress)
                asked = request()
            }
        }
    }

    /// Follows redirects by hand, since each address on the way must be one of the library's.
    private func reply(
        to request: HTTPRequest, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> HTTPReply {
        var request = request
        for _ in 0...limits.redirects {
            let reply = try await loop.reply(to: request, progress: progress)
            guard let next = reply.redirect else { return try checked(reply, to: request) }
            request = request.redirected(to: try redirect(from: request.address, to: next))
        }
        throw .tooManyRedirects(limit: limits.redirects)
    }

    private func checked(
        _ reply: HTTPReply, to request: HTTPRequest
    ) throws(FetchFailure) -> HTTPReply {
        if let failure = reply.failure { throw failure }
        if reply.isNotModified, case .ifChanged = request.condition { return reply }
        guard reply.status < 300 else {
            throw .interrupted(reason: "HTTP status \(reply.status) without an address")
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

    /// Waits, and tells each second how long still; at the end that it is over.
    private func pause(
        _ pause: Duration, reporting progress: @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) {
        var left = pause
        while left > .zero {
            progress(.waiting(left))
            let step = min(.seconds(1), left)
            do { try await Task.sleep(for: step) } catch { throw .cancelled }
            left -= step
        }
        progress(.waiting(.zero))
    }
}

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
    func retries(for purpose: ResourceKind) -> Int { purpose == .preview ? 0 : retries }

    /// The time for the whole transfer, or nil where only its speed counts.
    ///
    /// An original of 134 MB takes 18 minutes at 1 Mbit/s, and the user sees it coming.
    func totalSeconds(for purpose: ResourceKind) -> Int? {
        switch purpose {
        case .reply: replySeconds
        case .preview: previewSeconds
        case .photo, .file: nil
        }
    }
}

/// Whether and when a failed fetch is tried again.
///
/// Only what may pass by itself is: a broken transfer, a server in trouble, a plea for patience.
struct RetryRule {
    private let limits: TransferLimits
    private let most: Int
    private var tried = 0

    init(_ limits: TransferLimits, for purpose: ResourceKind) {
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

/// The library that downloads, as it names itself: its version and its TLS, of a line of 150 columns.
package enum CurlLibrary {
    package static var version: String {
        let parts = String(cString: ccurl_version()).split(separator: " ").prefix(2)
        return parts.joined(separator: " ").replacing("libcurl/", with: "")
    }
}
