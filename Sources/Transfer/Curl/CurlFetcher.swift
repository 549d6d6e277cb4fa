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
        at address: PhotoAddress, for purpose: FetchPurpose, reporting report: DownloadReport
    ) async throws(FetchFailure) -> Download {
        let incoming = IncomingFile(from: address, for: purpose, keptIn: nil, reporting: report)
        let reply = try await reply(reporting: report.progress) {
            request(for: address, purpose, into: incoming.newSink())
        }
        return Download(try await incoming.finish(reply.head))
    }

    func request(
        for address: PhotoAddress, _ purpose: FetchPurpose, into sink: BodySink
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
        _ seconds: Double, reporting progress: @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) {
        var left = seconds
        while left > 0 {
            progress(.waiting(seconds: left))
            do { try await Task.sleep(for: .seconds(min(1, left))) } catch { throw .cancelled }
            left -= 1
        }
        progress(.waiting(seconds: 0))
    }
}
