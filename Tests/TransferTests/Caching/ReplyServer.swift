import FlyingFox
import Foundation
import Synchronization
import TestSupport

/// A server of one changing reply, that counts who asks and how.
final class ReplyServer: Sendable {
    struct Reply: Sendable {
        var body = "[1]"
        var headers: [String: String] = [:]
        var delay = Duration.zero
        var status = 200
    }

    let server: FixtureServer
    private let books: Books

    private final class Books: Sendable {
        let reply = Mutex(Reply())
        let requests = Mutex<[[String: String]]>([])
    }

    init(_ reply: Reply = Reply()) async throws {
        let books = Books()
        books.reply.withLock { $0 = reply }
        self.books = books
        server = try await FixtureServer { request in
            let headers = request.headers.map { ($0.rawValue.lowercased(), $1) }
            books.requests.withLock {
                $0.append(Dictionary(headers, uniquingKeysWith: { $1 }))
            }
            let reply = books.reply.withLock { $0 }
            if reply.delay > .zero { try await Task.sleep(for: reply.delay) }
            return Self.response(reply, to: request)
        }
    }

    var address: String { server.address }
    /// The headers of all requests so far, their names in lower case.
    var requests: [[String: String]] { books.requests.withLock { $0 } }

    func change(_ change: (inout Reply) -> Void) { books.reply.withLock { change(&$0) } }

    func stop() { server.stop() }

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
