import Foundation
import Testing

@testable import TerminalProtocols

/// The answers of nineteen terminals and multiplexers, as they were recorded, in any cut.
@Suite struct RecordedAnswersTests {
    private static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(
            path: "../../../../shared/facts/terminal-answers.json")

    static var recorded: [String: [UInt8]] {
        guard let data = try? Data(contentsOf: file),
            let all = try? JSONSerialization.jsonObject(with: data) as? [String: [String: Any]]
        else { return [:] }
        return all.compactMapValues { terminal in
            let exchange = terminal["all in one write"] as? [String: Any]
            return (exchange?["answer"] as? String).map { Array($0.utf8) }
        }
    }

    private static var isAbsent: Bool { recorded.isEmpty }

    private static func inputs(_ parts: [[UInt8]]) -> [TerminalInput] {
        var parser = KeyParser()
        return parts.flatMap { parser.parse($0) }
    }

    @Test(
        "X9: every cut of the answers gives the same and no key",
        .disabled(if: isAbsent, "the recorded answers of ../shared are not here"))
    func everyCutGivesTheSameAnswersAndNoKey() {
        for (terminal, bytes) in Self.recorded {
            let whole = Self.inputs([bytes])
            #expect(!whole.contains { !$0.isReply }, "\(terminal)")
            for cut in 0...bytes.count {
                let parts = [Array(bytes[..<cut]), Array(bytes[cut...])]
                #expect(Self.inputs(parts) == whole, "\(terminal) cut at \(cut)")
            }
            #expect(Self.inputs(bytes.map { [$0] }) == whole, "\(terminal) byte by byte")
        }
    }

    @Test(.disabled(if: isAbsent, "the recorded answers of ../shared are not here"))
    func tenThousandInterleavingsLoseAndInventNoKey() {
        let answers = Array(Self.recorded.values)
        let keys = [
            "z", "\u{1B}[A", "\u{1B}[1;2C", "q", "é", "\u{1B}OF", "\u{3}", "+", "\u{1B}[6~",
        ]
        var state: UInt64 = 42
        func below(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for _ in 0..<10_000 {
            let expected = (0..<4).map { _ in keys[below(keys.count)] }
            var stream: [UInt8] = []
            for key in expected {
                stream += key.utf8
                if below(2) == 0 { stream += answers[below(answers.count)] }
            }
            var parts: [[UInt8]] = []
            while !stream.isEmpty {
                let count = min(stream.count, 1 + below(40))
                parts.append(Array(stream.prefix(count)))
                stream.removeFirst(count)
            }
            let found = Self.inputs(parts).filter { !$0.isReply }
            #expect(found == expected.flatMap { Self.inputs([Array($0.utf8)]) })
        }
    }

    @Test(
        .disabled(if: isAbsent, "the recorded answers of ../shared are not here"),
        arguments: [
            ("xterm", true, false, true), ("mlterm", true, false, false),
            ("kitty", false, true, true), ("foot", true, false, true),
            ("konsole", true, true, false), ("st", false, false, false),
            ("vte", false, false, false), ("tmux", false, false, false),
        ])
    func whatATerminalCanIsReadFromItsAnswers(
        name: String, sixel: Bool, kitty: Bool, version: Bool
    ) throws {
        var capabilities = TerminalCapabilities()
        let bytes = try #require(Self.recorded[name])
        for case .reply(let reply) in Self.inputs([bytes]) { capabilities.receive(reply) }
        #expect(capabilities.isComplete)
        #expect(capabilities.hasSixel == sixel)
        #expect(capabilities.hasKittyGraphics == kitty)
        if version { #expect(capabilities.version != nil) }
    }
}

extension TerminalInput {
    fileprivate var isReply: Bool {
        if case .reply = self { true } else { false }
    }
}
