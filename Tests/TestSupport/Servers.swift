package import FlyingFox
internal import FlyingSocks
import Foundation
package import PhotoCatalog
internal import Synchronization

/// A local server with one answer to every request.
package final class CannedServer: Sendable {
    private let listener: LoopbackListener
    private let requests: Requests

    private final class Requests: Sendable {
        let count = Mutex(0)
    }

    /// `http://127.0.0.1:PORT`.
    package var address: String { listener.address }

    /// The number of requests so far.
    package var requestCount: Int { requests.count.withLock { $0 } }

    /// - Parameters:
    ///   - head: status line and headers, without the empty line.
    ///   - body: the following text; if repeated, until the other side closes the connection.
    ///   - repeats: true for an endless body.
    /// - Throws: `TestEnvironmentError` if there is no socket.
    package init(_ head: [String], body: String, repeats: Bool = false) throws {
        let start = Array((head + ["Connection: close", "", ""]).joined(separator: "\r\n").utf8)
        let rest = Array(body.utf8)
        let requests = Requests()
        self.requests = requests
        listener = try LoopbackListener { caller in
            Self.answer(caller, start, rest, repeats: repeats, requests)
        }
    }

    /// Returns an address that refuses connections.
    ///
    /// Its port stays taken during the tests, so that no other test's server gets it.
    package static func deadAddress() throws -> String {
        let (_, port) = try LoopbackSocket.bound()
        return "http://127.0.0.1:\(port)"
    }

    private static func answer(
        _ caller: Int32, _ head: [UInt8], _ body: [UInt8], repeats: Bool, _ requests: Requests
    ) {
        var request = [UInt8](repeating: 0, count: 65_536)
        guard recv(caller, &request, request.count, 0) > 0 else { return }
        requests.count.withLock { $0 += 1 }
        guard LoopbackSocket.send(head, to: caller) else { return }
        while LoopbackSocket.send(body, to: caller), repeats {}
        // A client that reads to the end must find one.
        shutdown(caller, Int32(SHUT_WR))
    }
}

/// An HTTP server in the test's own process, at a free port of 127.0.0.1.
package struct FixtureServer: Sendable {
    /// The address in the form `http://127.0.0.1:PORT`.
    package let address: String
    private let task: Task<Void, any Error>

    /// Starts a server whose answers come from a closure; it must be stopped.
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

    /// Ends it soon.
    package func stop() { task.cancel() }

    /// Ends it; afterwards nothing answers at its address.
    package func end() async {
        task.cancel()
        _ = await task.result
    }
}

/// A fetcher without a network: a closure answers, and requests are recorded.
package final class FixtureFetcher: Fetcher {
    package typealias Answer = Result<[UInt8], FetchFailure>

    private let answer: @Sendable (PhotoAddress) -> Answer
    private let asked = Mutex<[(address: PhotoAddress, purpose: ResourceKind)]>([])

    package init(_ answer: @escaping @Sendable (PhotoAddress) -> Answer) {
        self.answer = answer
    }

    /// Answers by path and query, such as `/asset/PIA1`; everything else is not found.
    package convenience init(_ replies: [String: String]) {
        self.init { address in
            replies[address.target].map { .success(Array($0.utf8)) } ?? .failure(.notFound)
        }
    }

    /// All requested addresses so far, in order.
    package var requests: [PhotoAddress] { asked.withLock { $0.map(\.address) } }

    /// The purpose of each request.
    package var purposes: [ResourceKind] { asked.withLock { $0.map(\.purpose) } }

    package func fetched(
        at address: PhotoAddress, for purpose: ResourceKind,
        progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> FetchResult {
        asked.withLock { $0.append((address, purpose)) }
        let bytes = try answer(address).get()
        progress(.receiving(bytes: bytes.count, expected: bytes.count))
        return FetchResult(bytes)
    }
}

/// Answers each request with the same bytes, and after a few with nothing: a feed of thousands of
/// pages would be read to its end.
package final class RepeatedReply: Fetcher {
    private let bytes: [UInt8]
    private let times: Int
    private let left: Mutex<Int>

    package init(_ bytes: [UInt8], times: Int) {
        self.bytes = bytes
        self.times = times
        left = Mutex(times)
    }

    package func allowMore() { left.withLock { $0 = times } }

    package func fetched(
        at address: PhotoAddress, for purpose: ResourceKind,
        progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> FetchResult {
        let isAnswered = left.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isAnswered else { throw .notFound }
        return FetchResult(bytes)
    }
}
