internal import FlyingFox
internal import FlyingSocks
internal import FoundationEssentials
internal import Synchronization

/// The stand-in for NASA's hosts, over HTTP on 127.0.0.1.
package final class LibraryServer: Sendable {
    private let shelf: ItemStore
    private let pictures: PictureStore
    private let faults: ServedFaults
    private let log: Bool
    private let requests = Mutex(0)
    private let answers = Mutex<LibraryAnswers?>(nil)

    package init(
        _ shelf: ItemStore, _ pictures: PictureStore, faults: ServedFaults = .none,
        log: Bool = false
    ) {
        self.shelf = shelf
        self.pictures = pictures
        self.faults = faults
        self.log = log
    }

    /// Serves until the task is cancelled; `ready` is given the address once it can be asked.
    package func run(port: UInt16, ready: @Sendable @escaping (String) -> Void) async throws {
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port), timeout: Self.handlerSeconds,
            pool: PromptSockets(), logger: .disabled,
            handler: ClosureHTTPHandler { await self.response(to: $0) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            try await server.waitUntilListening()
            let address = try await Self.address(of: server)
            answers.withLock { $0 = LibraryAnswers(shelf, pictures, origin: address) }
            ready(address)
            try await group.waitForAll()
        }
    }

    /// Long enough for any `--slow`.
    private static let handlerSeconds = 3600.0

    private static func address(of server: HTTPServer) async throws -> String {
        guard case .ip4(_, let port) = await server.listeningAddress else {
            throw SocketError.unsupportedAddress
        }
        return "http://127.0.0.1:\(port)"
    }

    private func response(to request: HTTPRequest) async -> HTTPResponse {
        let index = requests.withLock { count in
            defer { count += 1 }
            return count
        }
        if faults.delayMilliseconds > 0 {
            try? await Task.sleep(for: .milliseconds(faults.delayMilliseconds))
        }
        let response = response(to: request, index: index)
        if log {
            StandardOutput.writeError("\(response.statusCode.code) \(request.target.rawValue)\n")
        }
        return response
    }

    private func response(to request: HTTPRequest, index: Int) -> HTTPResponse {
        guard !faults.fail.contains(index) else {
            return HTTPResponse(statusCode: .serviceUnavailable)
        }
        let body = ServedBody(answer(request.target.rawValue))
        return body.response(to: request, isCut: faults.cut.contains(index))
    }

    private func answer(_ target: String) -> Answer {
        answers.withLock { $0 }?.answer(target) ?? .unknownPath
    }
}
