package import FlyingFox
internal import FlyingSocks

/// An HTTP server in the test's own process, at a free port of 127.0.0.1.
package struct FixtureServer: Sendable {
    /// As `http://127.0.0.1:PORT`.
    package let address: String
    private let task: Task<Void, any Error>

    /// Starts a server that a closure answers for; it must be stopped.
    package init(
        _ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws {
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 60, logger: .disabled,
            handler: ClosureHTTPHandler(answer))
        task = Task { try await server.run() }
        try await server.waitUntilListening(timeout: 60 * TimeoutScale.factor)
        guard case .ip4(_, let port) = await server.listeningAddress else {
            throw SocketError.unsupportedAddress
        }
        address = "http://127.0.0.1:\(port)"
    }

    package func stop() { task.cancel() }
}
