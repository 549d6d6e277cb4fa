internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import Synchronization

/// A stand-in for NASA's hosts, over HTTP on 127.0.0.1.
package final class LibraryServer: Sendable {
    private let items: ItemStore
    private let pictures: PictureStore
    private let faults: ServedFaults
    private let log: Log
    private let pyramid: PyramidAnswers?
    private let requests = Mutex(0)
    private let answers = Mutex<LibraryAnswers?>(nil)

    /// Receives the status of an answer and its request.
    package typealias Log = @Sendable (_ status: Int, _ target: String) -> Void

    package init(
        _ items: ItemStore, _ pictures: PictureStore, faults: ServedFaults = .none,
        pyramid: PyramidAnswers? = nil, log: @escaping Log = { _, _ in }
    ) {
        self.pyramid = pyramid
        self.items = items
        self.pictures = pictures
        self.faults = faults
        self.log = log
    }

    /// Serves until the task is cancelled; calls `ready` with the address once it accepts requests.
    ///
    /// Addresses in replies start with `origin`, or with the server's own address.
    package func run(
        port: UInt16, origin: String? = nil, ready: @Sendable @escaping (String) -> Void
    ) async throws {
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port), timeout: Self.handlerSeconds,
            pool: PromptSockets(), logger: .disabled,
            handler: ClosureHTTPHandler { await self.response(to: $0) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            try await server.waitUntilListening()
            let address = try await Self.address(of: server)
            answers.withLock { $0 = LibraryAnswers(items, pictures, origin: origin ?? address) }
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
        log(response.statusCode.code, request.target.rawValue)
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
        pyramid?.answer(target) ?? answers.withLock { $0 }?.answer(target) ?? .unknownPath
    }
}

/// A server's sockets without Nagle's delay.
///
/// FlyingFox writes head and body one by one; Linux held the body back for 40 ms, until the
/// client had acknowledged the head.
private struct PromptSockets: AsyncSocketPool {
    private let pool: any AsyncSocketPool = HTTPServer.defaultPool()

    func prepare() async throws { try await pool.prepare() }
    func run() async throws { try await pool.run() }

    /// Called with the listening socket before it accepts; accepted sockets inherit the option.
    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        let noDelay = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
        try? socket.setValue(true, for: noDelay)  // Slower without, but no less right.
        try await pool.suspendSocket(socket, untilReadyFor: events)
    }
}

/// An answer as bytes with a status, sent completely, in part, or cut off.
private struct ServedBody {
    private let status: HTTPStatusCode
    private let type: String
    private let bytes: Data

    init(_ answer: Answer) {
        do {
            (status, type, bytes) = try Self.parts(answer)
        } catch {
            (status, type, bytes) = (.internalServerError, "text/plain", Data("\(error)".utf8))
        }
    }

    private static func parts(_ answer: Answer) throws -> (HTTPStatusCode, String, Data) {
        switch answer {
        case .json(let json, let code):
            return (status(code), "application/json", try JSONEncoder().encode(json))
        case .file(let path):
            return (.ok, type(of: path), try Data(contentsOf: URL(filePath: path)))
        case .bytes(let content, let type):
            return (type == "text/html" ? .notFound : .ok, type, Data(content))
        }
    }

    private static func type(of path: String) -> String {
        if path.hasSuffix(".srt") { return "application/x-subrip" }
        if path.hasSuffix(".vtt") { return "text/vtt" }
        return path.hasSuffix(".png") ? "image/png" : "image/jpeg"
    }

    func response(to request: HTTPRequest, isCut: Bool) -> HTTPResponse {
        var headers: HTTPHeaders = [.contentType: type, HTTPHeader("ETag"): tag]
        headers[HTTPHeader("Accept-Ranges")] = "bytes"
        if request.headers[HTTPHeader("If-None-Match")] == tag {
            return HTTPResponse(statusCode: .notModified, headers: headers)
        }
        if isCut {
            let half = BrokenBytes(bytes.prefix(bytes.count / 2))
            let body = HTTPBodySequence(from: half, count: bytes.count)
            return HTTPResponse(statusCode: status, headers: headers, body: body)
        }
        guard let range = range(request) else {
            return HTTPResponse(statusCode: status, headers: headers, body: body(bytes))
        }
        headers[HTTPHeader("Content-Range")] =
            "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"
        return HTTPResponse(
            statusCode: .partialContent, headers: headers, body: body(bytes.subdata(in: range)))
    }

    private func body(_ data: Data) -> HTTPBodySequence {
        HTTPBodySequence(data: data, suggestedBufferSize: 64 << 10)
    }

    /// `bytes=100-` or `bytes=100-199`; others get the whole body.
    private func range(_ request: HTTPRequest) -> Range<Int>? {
        guard status == .ok, let text = request.headers[HTTPHeader("Range")],
            text.hasPrefix("bytes=")
        else { return nil }
        let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), first < bytes.count else { return nil }
        let last = Int(ends[1]) ?? bytes.count - 1
        guard first <= last else { return nil }
        return first..<min(last + 1, bytes.count)
    }

    private var tag: String {
        let sum = bytes.withUnsafeBytes {
            $0.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        }
        return "\"\(bytes.count)-\(String(sum, radix: 16))\""
    }

    private static func status(_ code: Int) -> HTTPStatusCode {
        switch code {
        case 400: .badRequest
        case 404: .notFound
        default: .ok
        }
    }
}
