internal import Foundation
internal import Synchronization

/// A server of one file, which sends parts of it, and may lie about them; its threads are its own.
package final class PartServer: Sendable {
    package enum Lie: Sendable, CaseIterable {
        case otherPlace, otherEnd, positionFault, shortBody, longBody
    }

    package struct File: Sendable {
        package var body: [UInt8]
        package var headers = ["ETag": "\"v1\""]
        package var takesRanges = true
        package var lie: Lie?

        package init(body: [UInt8]) { self.body = body }
    }

    private final class State: Sendable {
        let file: Mutex<File>
        let requests = Mutex<[String]>([])
        let bytesSent = Mutex(0)

        init(_ file: File) { self.file = Mutex(file) }
    }

    private let listener: LoopbackListener
    private let state: State

    /// - Throws: `TestEnvironmentError` if there is no socket.
    package init(_ file: File) throws {
        let state = State(file)
        self.state = state
        listener = try LoopbackListener { caller in
            guard let headers = Self.headers(of: caller) else { return }
            state.requests.withLock { $0.append(headers["range"] ?? "all") }
            let answer = Self.answer(state.file.withLock { $0 }, headers)
            state.bytesSent.withLock { $0 += answer.body.count }
            if LoopbackSocket.send(answer.bytes, to: caller) { shutdown(caller, Int32(SHUT_WR)) }
        }
    }

    package var address: String { listener.address }
    /// The requested ranges; `all` without one.
    package var requests: [String] { state.requests.withLock { $0 } }
    package var bytesSent: Int { state.bytesSent.withLock { $0 } }

    package func change(_ change: (inout File) -> Void) { state.file.withLock { change(&$0) } }

    /// Ends it; afterwards nothing answers at its address.
    package func stop() { listener.stop() }

    private struct Answer {
        let status: Int
        let body: [UInt8]
        var headers: [String: String]

        var bytes: [UInt8] {
            var lines = ["HTTP/1.1 \(status) x", "Connection: close"]
            lines += headers.map { "\($0): \($1)" } + ["Content-Length: \(body.count)", "", ""]
            return Array(lines.joined(separator: "\r\n").utf8) + body
        }
    }

    /// Returns the headers of a request, with names in lower case; `nil` if it does not come.
    private static func headers(of caller: Int32) -> [String: String]? {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !text.contains("\r\n\r\n") {
            let count = recv(caller, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            text += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        let pairs = text.components(separatedBy: "\r\n").compactMap { line in
            line.firstIndex(of: ":").map { colon in
                let value = line[colon...].dropFirst().drop { $0 == " " }
                return (line[..<colon].lowercased(), String(value))
            }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private static func answer(_ file: File, _ asked: [String: String]) -> Answer {
        let condition = asked["if-range"]
        let ends = asked["range"]?.dropFirst("bytes=".count).split(separator: "-").compactMap {
            Int($0)
        }
        guard file.takesRanges, let ends, ends.count == 2,
            condition == nil || file.headers.values.contains(condition ?? "")
        else { return Answer(status: 200, body: file.body, headers: file.headers) }
        guard ends[0] < file.body.count else {
            return Answer(status: 416, body: [], headers: file.headers)
        }
        let last = min(ends[1], file.body.count - 1)
        var body = Array(file.body[ends[0]...last])
        var place: String? = "bytes \(ends[0])-\(last)/\(file.body.count)"
        switch file.lie {
        case .otherPlace: place = "bytes \(ends[0] + 1)-\(last)/\(file.body.count)"
        case .otherEnd: place = "bytes \(ends[0])-\(last - 1)/\(file.body.count)"
        case .positionFault: place = nil
        case .shortBody: body.removeLast()
        case .longBody: body.append(7)
        case nil: break
        }
        var answer = Answer(status: 206, body: body, headers: file.headers)
        answer.headers["Content-Range"] = place
        return answer
    }
}
