import FlyingFox
import Foundation
import PhotoCatalog
import TestSupport
import Testing
import Transfer

@Suite(.timeLimit(.minutes(10)))
struct RedirectTests {
    @Test(
        "N4: a redirect leads nowhere else",
        arguments: [
            (to: "file:///etc/passwd", refusal: URLPolicyViolation.scheme("file")),
            (to: "ftp://images-assets.nasa.gov/a", refusal: .scheme("ftp")),
            (to: "https://example.org/a", refusal: .host("example.org")),
            (to: "http://127.0.0.1:1/a", refusal: .host("127.0.0.1")),
            (to: "http://user@images-assets.nasa.gov/", refusal: .userInfo),
        ])
    func leadsNowhereElse(to target: String, refusal: URLPolicyViolation) async throws {
        let server = try await Self.server { _ in target }
        defer { server.stop() }
        await #expect(throws: FetchFailure.addressNotAllowed(refusal)) {
            try await Asked(server).bytes("/a")
        }
    }

    @Test("N4: a redirect is followed five times") func isFollowedFiveTimes() async throws {
        let server = try await Self.server { path in
            Int(path.dropFirst()).flatMap { $0 > 0 ? "/\($0 - 1)" : nil }
        }
        defer { server.stop() }
        #expect(try await Asked(server).bytes("/5") == Array("/0".utf8))
        await #expect(throws: FetchFailure.tooManyRedirects(limit: 5)) {
            try await Asked(server).bytes("/6")
        }
    }

    /// Redirects where the closure names a target, else answers with the path.
    private static func server(
        _ target: @escaping @Sendable (String) -> String?
    ) async throws -> FixtureServer {
        try await FixtureServer { request in
            guard let target = target(request.path) else {
                return HTTPResponse(statusCode: .ok, body: Data(request.path.utf8))
            }
            return HTTPResponse(statusCode: .found, headers: HTTPHeaders([.location: target]))
        }
    }
}
