import FlyingFox
import Foundation
import Synchronization
import TestSupport

/// A server of one file that can send parts of it, and can break off.
final class RangeServer: Sendable {
    struct File: Sendable {
        var body: [UInt8]
        var headers: [String: String] = ["ETag": "\"v1\""]
        /// How many bytes come before the connection breaks; nil for all.
        var breakAfter: Int?
        var takesRanges = true
        /// What the header says of the place of a part, in place of the truth.
        var contentRange: String?
    }

    private final class Books: Sendable {
        let file: Mutex<File>
        let requests = Mutex<[String]>([])

        init(_ file: File) { self.file = Mutex(file) }
    }

    let server: FixtureServer
    private let books: Books

    init(_ file: File) async throws {
        let books = Books(file)
        self.books = books
        server = try await FixtureServer { request in
            books.requests.withLock { $0.append(request.headers[HTTPHeader("Range")] ?? "all") }
            return Self.response(books.file.withLock { $0 }, to: request)
        }
    }

    var address: String { server.address }
    /// The ranges asked for, `all` where there was none.
    var requests: [String] { books.requests.withLock { $0 } }

    func change(_ change: (inout File) -> Void) { books.file.withLock { change(&$0) } }

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
        let broken = BrokenBytes(rest: Data(body.prefix(breakAfter)))
        return HTTPResponse(
            statusCode: status, headers: headers,
            body: HTTPBodySequence(from: broken, count: body.count))
    }
}
