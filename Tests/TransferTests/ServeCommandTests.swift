import Foundation
import Testing
import Transfer

/// `workbench serve` as a program.
@Suite(.timeLimit(.minutes(10)))
struct ServeCommandTests {
    @Test func printsItsAddressAnswersAndEndsWithItsInput() async throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = try Self.workbench
        process.arguments = ["serve", "--until-stdin-closes"]
        process.standardInput = input
        process.standardOutput = output
        let status = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { status.continuation.yield($0.terminationStatus) }
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let address = try #require(line.wholeMatch(of: /(http:\/\/127\.0\.0\.1:\d+)\n/)?.1)
        let reply = try await Asked(address: String(address)).bytes("/search?q=fixture")
        #expect(reply.starts(with: Array("{".utf8)))
        try input.fileHandleForWriting.close()
        for await code in status.stream {
            #expect(code == 0)
            break
        }
    }

    /// Beside the bundle of the tests, where SwiftPM puts all it builds.
    private static var workbench: URL {
        get throws {
            let bundle = try #require(CommandLine.arguments.first)
            return URL(filePath: bundle).deletingLastPathComponent().appending(path: "workbench")
        }
    }
}
