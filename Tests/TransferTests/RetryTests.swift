import FlyingFox
import Foundation
import PhotoCatalog
import Synchronization
import TestSupport
import Testing
import Transfer

/// Row N9: the number of requests to a server that asks us to wait.
@Suite(.timeLimit(.minutes(10)))
struct RetryTests {
    /// A server that refuses the first requests with this header, and answers `[]` to all others.
    private static func server(
        _ header: @escaping @Sendable () -> String, status: Int = 429, for most: Int = 1
    ) async throws -> (server: FixtureServer, requests: Counter) {
        let requests = Counter()
        let server = try await FixtureServer { _ in
            let isRefused = requests.next() <= most
            return HTTPResponse(
                statusCode: isRefused ? HTTPStatusCode(status, phrase: "x") : .ok,
                headers: isRefused ? [HTTPHeader("Retry-After"): header()] : [:],
                body: Data("[]".utf8))
        }
        return (server, requests)
    }

    private final class Counter: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }
        func next() -> Int { count.add(1, ordering: .relaxed).newValue }
    }

    /// Returns a date in a header's format (RFC 9110, section 5.6.7).
    private static func date(inSeconds seconds: Double) -> String {
        let form = DateFormatter()
        form.locale = Locale(identifier: "en_US_POSIX")
        form.timeZone = TimeZone(identifier: "GMT")
        form.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return form.string(from: Date(timeIntervalSinceNow: seconds))
    }

    @Test(
        "N9: a server that asks for more than a minute is not asked again",
        arguments: ["61", "99999999", "9223372036854775807"])
    func doesNotWaitForAServerThatAsksTooMuch(seconds: String) async throws {
        let (server, requests) = try await Self.server({ seconds }, for: .max)
        defer { server.stop() }
        // 2^31 stands for all longer times.
        let told = Int(seconds).map { min($0, 1 << 31) }
        await #expect(throws: FetchFailure.rateLimited(retryAfterSeconds: told)) {
            try await TestClient(server).bytes("/a")
        }
        #expect(requests.value == 1)
    }

    @Test("N9: nor is one that names a time in an hour")
    func doesNotWaitForATimeInAnHour() async throws {
        let (server, requests) = try await Self.server({ Self.date(inSeconds: 3600) }, for: .max)
        defer { server.stop() }
        await #expect {
            try await TestClient(server).bytes("/a")
        } throws: { error in
            guard case FetchFailure.rateLimited(let seconds?) = error else { return false }
            return (3000...3600).contains(seconds)
        }
        #expect(requests.value == 1)
    }

    @Test(
        "N9: one without a usable time is retried as often as any failed one",
        arguments: ["-1", "0", "soon", "", "Tue, 01 Apr 2025 10:00:00 GMT"])
    func asksTwiceMoreWhereNothingOfUseIsSaid(header: String) async throws {
        let (server, requests) = try await Self.server({ header }, for: .max)
        defer { server.stop() }
        await #expect(throws: FetchFailure.rateLimited(retryAfterSeconds: nil)) {
            try await TestClient(server).bytes("/a")
        }
        #expect(requests.value == 3)
    }

    @Test("N9: it waits as long as the server asks, and counts down", arguments: [429, 503])
    func waitsAsLongAsTheServerAsks(status: Int) async throws {
        let (server, requests) = try await Self.server({ "2" }, status: status)
        defer { server.stop() }
        let clock = TestClock()
        let waits = try await Self.waits(at: server, clock)
        #expect(waits == [.seconds(2), .seconds(1), .zero])
        #expect(clock.now.sinceStart == .seconds(2))
        #expect(requests.value == 2)
    }

    @Test("N9: it waits until the time the server names")
    func waitsUntilTheTimeTheServerNames() async throws {
        let (server, requests) = try await Self.server { Self.date(inSeconds: 3) }
        defer { server.stop() }
        let clock = TestClock()
        let waits = try await Self.waits(at: server, clock)
        // A date has no fractions of a second.
        #expect([.seconds(2), .seconds(3)].contains(clock.now.sinceStart), "\(waits)")
        #expect(waits.first == clock.now.sinceStart && waits.last == .zero)
        #expect(requests.value == 2)
    }

    @Test("N9: a fetch that is cancelled while it waits does not wait") func givingUpEndsTheWait()
        async throws
    {
        let (server, requests) = try await Self.server { "50" }
        defer { server.stop() }
        let client = try TestClient(server)
        let (waits, told) = AsyncStream.makeStream(of: FetchProgress.self)
        let fetching = Task {
            try await client.fetcher.bytes(at: client.address("/a"), for: .reply) { told.yield($0) }
        }
        for await step in waits { if step.secondsToWait == 50 { break } }
        fetching.cancel()
        await #expect(throws: FetchFailure.cancelled) { try await fetching.value }
        #expect(requests.value == 1)
    }

    /// Returns the remaining times reported by a fetch that succeeds in the end.
    private static func waits(
        at server: FixtureServer, _ clock: TestClock
    ) async throws -> [Duration] {
        let waits = Mutex<[Duration]>([])
        let client = try TestClient(server, clock: clock)
        _ = try await client.fetcher.bytes(at: client.address("/a"), for: .reply) { step in
            if case .waiting(let left) = step { waits.withLock { $0.append(left) } }
        }
        return waits.withLock { $0 }
    }
}
