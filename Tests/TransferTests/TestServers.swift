import FlyingFox
import Foundation
import StandIn
import Synchronization
import TestSupport
import Testing

/// A server of one changeable reply, which records its requests.
final class ReplyServer: Sendable {
    struct Reply: Sendable {
        var body = "[1]"
        var headers: [String: String] = [:]
        var status = 200
        /// The reply is sent when this opens.
        var gate: Gate?
    }

    private final class State: Sendable {
        let reply: Mutex<Reply>
        let requests = Mutex<[[String: String]]>([])
        let first = Gate()

        init(_ reply: Reply) { self.reply = Mutex(reply) }
    }

    let server: FixtureServer
    private let state: State

    init(_ reply: Reply = Reply()) async throws {
        let state = State(reply)
        self.state = state
        server = try await FixtureServer { request in
            let headers = request.headers.map { ($0.rawValue.lowercased(), $1) }
            state.requests.withLock { $0.append(Dictionary(headers, uniquingKeysWith: { $1 })) }
            state.first.open()
            let reply = state.reply.withLock { $0 }
            await reply.gate?.wait()
            return Self.response(reply, to: request)
        }
    }

    var address: String { server.address }
    /// The headers of all requests so far, with lower-case names.
    var requests: [[String: String]] { state.requests.withLock { $0 } }

    func firstRequest() async { await state.first.wait() }

    func change(_ change: (inout Reply) -> Void) { state.reply.withLock { change(&$0) } }

    func stop() {
        state.reply.withLock { $0.gate?.open() }
        server.stop()
    }

    /// Ends it; afterwards nothing answers at its address.
    func end() async { await server.end() }

    private static func response(_ reply: Reply, to request: HTTPRequest) -> HTTPResponse {
        var headers = HTTPHeaders()
        for (name, value) in reply.headers { headers[HTTPHeader(name)] = value }
        if let tag = reply.headers["ETag"], request.headers[HTTPHeader("If-None-Match")] == tag {
            return HTTPResponse(statusCode: .notModified, headers: headers)
        }
        return HTTPResponse(
            statusCode: HTTPStatusCode(reply.status, phrase: "x"), headers: headers,
            body: Data(reply.body.utf8))
    }
}

/// A server of one file that can send parts of it, and can break off.
final class RangeServer: Sendable {
    struct File: Sendable {
        var body: [UInt8]
        var headers: [String: String] = ["ETag": "\"v1\""]
        /// The number of bytes sent before the connection breaks; `nil` for all.
        var breakAfter: Int?
        var takesRanges = true
        /// A wrong `Content-Range` to send.
        var contentRange: String?
    }

    private final class State: Sendable {
        let file: Mutex<File>
        let requests = Mutex<[String]>([])

        init(_ file: File) { self.file = Mutex(file) }
    }

    let server: FixtureServer
    private let state: State

    init(_ file: File) async throws {
        let state = State(file)
        self.state = state
        server = try await FixtureServer { request in
            state.requests.withLock { $0.append(request.headers[HTTPHeader("Range")] ?? "all") }
            return Self.response(state.file.withLock { $0 }, to: request)
        }
    }

    var address: String { server.address }
    /// The requested ranges; `all` without one.
    var requests: [String] { state.requests.withLock { $0 } }

    func change(_ change: (inout File) -> Void) { state.file.withLock { change(&$0) } }

    func stop() { server.stop() }

    private static func response(_ file: File, to request: HTTPRequest) -> HTTPResponse {
        var headers = HTTPHeaders()
        for (name, value) in file.headers { headers[HTTPHeader(name)] = value }
        let versions = Set(["ETag", "Last-Modified"].compactMap { file.headers[$0] })
        let start = request.headers[HTTPHeader("Range")]
            .flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
        guard file.takesRanges, let start,
            versions.contains(request.headers[HTTPHeader("If-Range")] ?? "")
        else { return answer(.ok, file.body, headers, file.breakAfter) }
        guard start < file.body.count else {
            return HTTPResponse(statusCode: HTTPStatusCode(416, phrase: "x"), headers: headers)
        }
        headers[HTTPHeader("Content-Range")] =
            file.contentRange ?? "bytes \(start)-\(file.body.count - 1)/\(file.body.count)"
        return answer(.partialContent, Array(file.body[start...]), headers, file.breakAfter)
    }

    private static func answer(
        _ status: HTTPStatusCode, _ body: [UInt8], _ headers: HTTPHeaders, _ breakAfter: Int?
    ) -> HTTPResponse {
        guard let breakAfter, breakAfter < body.count else {
            return HTTPResponse(statusCode: status, headers: headers, body: Data(body))
        }
        let broken = BrokenBytes(Data(body.prefix(breakAfter)))
        return HTTPResponse(
            statusCode: status, headers: headers,
            body: HTTPBodySequence(from: broken, count: body.count))
    }
}
