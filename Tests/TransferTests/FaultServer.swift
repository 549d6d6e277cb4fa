import Foundation
import PhotoCatalog
import Synchronization
import TestSupport
import Testing

/// A local server with a fault at every path.
///
/// It closes each connection after one answer. It must be stopped.
final class FaultServer: Sendable {
    /// It starts like a JPEG; no test reads further.
    static let picture: [UInt8] = [0xFF, 0xD8] + (0..<20_000).map { UInt8($0 % 251) }

    private let listener: LoopbackListener
    private let hits: Hits

    /// `http://127.0.0.1:PORT`.
    var address: String { listener.address }

    private final class Hits: Sendable {
        let counts = Mutex<[String: Int]>([:])

        /// Counts a request, and returns the number so far.
        func count(_ path: String) -> Int {
            counts.withLock { counts in
                counts[path, default: 0] += 1
                return counts[path, default: 0]
            }
        }
    }

    init() throws {
        let hits = Hits()
        self.hits = hits
        listener = try LoopbackListener { Self.answer(Caller($0), hits) }
    }

    func stop() { listener.stop() }

    /// Returns the number of requests for a path, without its query.
    func hits(_ path: String) -> Int { hits.counts.withLock { $0[path] ?? 0 } }

    private static func answer(_ caller: Caller, _ hits: Hits) {
        guard let target = caller.target, let url = URLComponents(string: target) else { return }
        let number = url.queryItems?.first { $0.name == "n" }?.value.flatMap { Int($0) }
        let other = url.queryItems?.first { $0.name != "n" }?.value
        let fault = Fault(
            path: url.path, number: number, other: other, hit: hits.count(url.path))
        fault.answerWhole(caller)
        fault.answerPartly(caller)
        fault.answerWithoutEnd(caller)
    }
}

/// A request, and the fault in its answer.
private struct Fault {
    let path: String
    /// The `n` in the query.
    let number: Int?
    /// The query's other item.
    let other: String?
    let hit: Int

    /// Sends a complete HTTP answer, right or wrong.
    func answerWhole(_ caller: Caller) {
        let picture = FaultServer.picture
        switch path {
        case "/ok": caller.send(picture)
        case "/wrong-type": caller.send(picture, "Content-Type: text/html")
        case "/html": caller.send(Array("<html>a captive portal</html>".utf8))
        case "/flaky": hit.isMultiple(of: number ?? 3) ? caller.send(picture) : caller.reset()
        case "/status":
            caller.send(
                Array(#"{"reason":"x"}"#.utf8), status: number ?? 500,
                "Content-Type: application/json", "Retry-After: \(other ?? "")")
        case "/redirect": caller.send([], status: 302, "Location: \(other ?? "")")
        case "/loop": caller.send([], status: 302, "Location: /loop")
        case "/hops":
            let left = number ?? 0
            left > 0
                ? caller.send([], status: 302, "Location: /hops?n=\(left - 1)")
                : caller.send(picture)
        case "/header-escapes":
            caller.send(
                "HTTP/1.1 404 \u{1B}]0;OWNED\u{7}Nope", "Content-Type: text/\u{1B}[31mhtml",
                "Content-Length: 0", "", "")
        default: break
        }
    }

    /// Sends an answer that breaks off, or is not HTTP.
    func answerPartly(_ caller: Caller) {
        let picture = FaultServer.picture
        let half = picture.prefix(picture.count / 2)
        switch path {
        case "/long":
            caller.send(picture + [UInt8](repeating: 88, count: 100_000), of: picture.count)
        case "/short": caller.send(half, of: picture.count)
        case "/reset-before": caller.reset()
        case "/reset-mid":
            caller.send(half, of: picture.count)
            caller.reset()
        case "/huge-length": caller.send([88], of: 9_000_000_000_000)
        case "/neg-length": caller.send([88], of: -5)
        case "/bad-chunk":
            caller.send("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "", "ZZZ", "a")
        case "/not-http": caller.send("SSH-2.0-OpenSSH_9.2", "")
        case "/many-headers":
            let header = "X: " + String(repeating: "y", count: 1000) + "\r\n"
            caller.send("HTTP/1.1 200 OK", String(repeating: header, count: 10_000))
        default: break
        }
    }

    /// Sends until the other side closes the connection, or stalls.
    func answerWithoutEnd(_ caller: Caller) {
        let picture = FaultServer.picture
        switch path {
        case "/stall-before": caller.awaitHangUp()
        case "/stall-headers":
            caller.send("HTTP/1.1 200 OK", "Content-Ty")
            caller.awaitHangUp()
        case "/stall-mid":
            caller.send(picture.prefix(picture.count / 2), of: picture.count)
            caller.awaitHangUp()
        case "/drip":
            caller.send([], of: picture.count)
            caller.send(picture, eachMilliseconds: 1000, count: 1)
        case "/slow":
            caller.send([], of: picture.count)
            caller.send(picture, eachMilliseconds: 50, count: (number ?? 20_000) / 20)
        case "/infinite": caller.sendChunks(of: [UInt8](repeating: 0, count: 65_536))
        default: break
        }
    }
}

/// The other side of a connection.
private struct Caller {
    private let socket: Int32

    init(_ socket: Int32) { self.socket = socket }

    /// The requested path; `nil` if it is not a request, such as the start of TLS.
    var target: String? {
        var request = [UInt8](repeating: 0, count: 65_536)
        var count: Int
        // A request that was not read for a signal would not be counted.
        repeat {
            count = recv(socket, &request, request.count, 0)
        } while count < 0 && errno == EINTR
        guard count > 0, request.starts(with: Array("GET ".utf8)) else { return nil }
        let line = String(decoding: request.prefix(count), as: UTF8.self).split(separator: " ")
        return line.count > 1 ? String(line[1]) : nil
    }

    func send(
        _ body: some Collection<UInt8>, status: Int = 200, of length: Int? = nil,
        _ headers: String...
    ) {
        let type =
            headers.contains { $0.hasPrefix("Content-Type") } ? [] : ["Content-Type: image/jpeg"]
        let lines =
            [
                "HTTP/1.1 \(status) X", "Content-Length: \(length ?? body.count)",
                "Connection: close",
            ]
            + type + headers.filter { !$0.hasSuffix(": ") } + ["", ""]
        _ = tell(Array(lines.joined(separator: "\r\n").utf8)) && tell(Array(body))
    }

    func send(_ lines: String...) { _ = tell(Array(lines.joined(separator: "\r\n").utf8)) }

    /// Sends piece by piece, until all is sent or the other side closes the connection.
    func send(_ bytes: [UInt8], eachMilliseconds pause: Int32, count: Int) {
        for start in stride(from: 0, to: bytes.count, by: count) {
            guard tell(Array(bytes[start..<min(start + count, bytes.count)])),
                !hasHungUp(within: pause)
            else { return }
        }
    }

    func sendChunks(of block: [UInt8]) {
        send("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "", "")
        let chunk = Array("\(String(block.count, radix: 16))\r\n".utf8) + block + [0x0D, 0x0A]
        while tell(chunk) {}
    }

    func awaitHangUp() { _ = hasHungUp(within: -1) }

    /// Returns true if the other side closes the connection within some milliseconds; it sends
    /// nothing after its request.
    private func hasHungUp(within milliseconds: Int32) -> Bool {
        var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&event, 1, milliseconds) != 0
    }

    /// Ends the connection like a killed process: closing sends a reset.
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }

    private func tell(_ bytes: [UInt8]) -> Bool { LoopbackSocket.send(bytes, to: socket) }
}
