package import PhotoCatalog

/// Fetches over HTTPS with libcurl, on a thread of its own; nothing blocks the cooperative pool.
package struct CurlFetcher: Fetcher {
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

    package func bytes(
        at address: PhotoAddress, for purpose: FetchPurpose,
        progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> [UInt8] {
        let request = HTTPRequest(
            address: address, purpose: purpose, userAgent: userAgent, limits: limits)
        var retries = RetryRule(limits)
        while true {
            do {
                return try await body(of: request, progress: progress)
            } catch {
                guard let seconds = retries.pauseSeconds(after: error) else { throw error }
                progress(.waiting(seconds: seconds))
                try await pause(seconds)
            }
        }
    }

    /// Follows redirects by hand, since each address on the way must be one of the library's.
    private func body(
        of request: HTTPRequest, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> [UInt8] {
        var request = request
        for _ in 0...limits.redirects {
            let reply = try await loop.reply(to: request, progress: progress)
            guard let next = reply.redirect else { return try checkedBody(reply) }
            request = request.redirected(to: try redirect(from: request.address, to: next))
        }
        throw .tooManyRedirects(limit: limits.redirects)
    }

    private func checkedBody(_ reply: HTTPReply) throws(FetchFailure) -> [UInt8] {
        if let failure = reply.failure { throw failure }
        guard reply.status < 300 else {
            throw .interrupted(reason: "HTTP status \(reply.status) without an address")
        }
        guard !WebPage.looksLike(reply.body) else { throw .webPageInstead }
        return reply.body
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

    private func pause(_ seconds: Double) async throws(FetchFailure) {
        do {
            try await Task.sleep(for: .seconds(seconds))
        } catch {
            throw .cancelled
        }
    }
}
