import Foundation
import TestSupport
import Testing

extension WholeProgramLeaving {
    /// The matrix of terminals and ways out, judged by a tool that is not ours (`pty_check.py`).
    ///
    /// The tool lies beside the project; without it the test passes and says that it was skipped.
    @Suite struct ExitMatrix {
        private static let tool = BuiltProgram.package.deletingLastPathComponent()
            .appending(path: "shared/tools/pty_check.py").path

        private static let models = [
            "sixel", "kitty", "silent", "late", "split", "garbage", "dumb",
        ]

        /// The ways out, as the tool's options; the dumb terminal is left at once by itself.
        private static let exits: [[String]] = [
            ["--keys", "q"], ["--keys", "\\x03"], ["--signal", "TERM"], ["--signal", "INT"],
            ["--signal", "HUP"], ["--signal", "QUIT"], stopping,
            ["--winch", "100", "--keys", "q"], ["--close"], ["--after", "0.05", "--keys", "q"],
            ["--slow", "20000", "--keys", "q"], ["--signal", "SEGV"], ["--signal", "ABRT"],
            ["--signal", "TRAP"],
        ]

        /// Stopped before all is answered, the program waits two seconds for the answers, and the tool
        /// does not: its first q may go the way of what was typed then.
        private static let stopping = ["--stop-cont", "--keys", "qq", "--key-gap", "2.5"]

        /// Every way out of one model, every model by one way, and the pairs that have once failed or are
        /// unlike others.
        private static func isTried(_ way: [String], by model: String) -> Bool {
            FullMatrix.isAsked || model == "sixel" || way == ["--keys", "q"]
                || pairs.contains { $0.model == model && $0.way == way }
        }

        private static let pairs: [(model: String, way: [String])] = [
            ("kitty", ["--signal", "TERM"]), ("kitty", ["--signal", "SEGV"]),
            ("silent", ["--signal", "INT"]), ("silent", stopping), ("late", ["--keys", "\\x03"]),
            ("late", ["--after", "0.05", "--keys", "q"]), ("split", ["--close"]),
            ("garbage", ["--signal", "HUP"]),
        ]

        /// How often each way out is taken: once as written, then at moments by chance.
        ///
        /// NASA_VIEW_EXITS asks for more than the one.
        private static let moments =
            ProcessInfo.processInfo.environment["NASA_VIEW_EXITS"].flatMap { Int($0) } ?? 1

        private static func moment(_ number: Int) -> [String] {
            number == 0 ? [] : ["--after", String(Double.random(in: 0.02...1.5))]
        }

        private static let isHere =
            FileManager.default.fileExists(atPath: tool) && python != nil

        private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }

        @Test(
            .enabled(if: isHere, "skipped: pty_check.py or Python is not here"),
            .disabled(
                if: CleanEnvironment.isThreadSanitized,
                "the tool waits less than a start takes under the thread sanitizer"),
            arguments: models)
        func theTerminalIsLeftAsItWasFound(model: String) throws {
            // The dumb terminal may be left before a key so early is typed: it would stay behind.
            let ways = (0..<Self.moments).flatMap { number in
                Self.exits.map { Self.moment(number) + $0 }
            }
            var exits = ways.filter { way in
                (model != "dumb" || way.first != "--after") && Self.isTried(way, by: model)
            }[...]
            while !exits.isEmpty {
                let some = exits.prefix(Self.atOnce)
                exits = exits.dropFirst(Self.atOnce)
                let runs = try some.map { try start(model, $0) }
                for (exit, run) in zip(some, runs) {
                    var end = try run.finish()
                    // The tool answers from threads of its own: when the machine is busy, answers
                    // overtake each other, as no terminal's do. Alone they keep their order.
                    if end.status != .code(0) { end = try start(model, exit).finish() }
                    #expect(end.status == .code(0), "\(model) \(exit): \(end.text)")
                }
            }
        }

        /// The tool mostly waits; more at once would make the program late on a small machine.
        private static let atOnce = 4

        private func start(_ model: String, _ exit: [String]) throws -> ProgramRun.UnderWay {
            // Garbage may hold a "?", and then q only leaves the help: Ctrl-C always leaves. In pieces the
            // tool's answers come side by side, a byte of each in turn: they are keys as well.
            let isGarbage = ["garbage", "split"].contains(model)
            let exit = isGarbage ? exit.map { $0.replacing("q", with: "\\x03") } : exit
            return try ProgramRun.UnderWay(
                ProgramStart(
                    try #require(Self.python),
                    [Self.tool, "--model", model, "--env", "SWIFT_BACKTRACE=enable=no"] + exit + [
                        "--", try BuiltProgram.viewer.path(), try TestPictures.largeMosaic.path(),
                    ]))
        }
    }
}
