import Foundation
import TerminalProtocols
import TestSupport
import Testing

@testable import nasa_view

/// Asking tmux by its own program, here by scripts in its place.
struct TmuxServerTests {
    private static let environment = TerminalEnvironment(["TMUX": "/tmp/x,1,0", "TMUX_PANE": "%7"])
    private static let answer = "1,1,0,0,51,16,49,14,,,on,bottom,100,31,8,17,1,/dev/pts/3,"

    private func report(from script: String, within milliseconds: Int) throws -> TmuxReport? {
        let file = try ScratchFile(Array("#!/bin/sh\n\(script)\n".utf8), name: "tmux")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
        return TmuxServer(Self.environment, program: file.path)?.report(within: milliseconds)
    }

    @Test func itIsAskedAboutOurOwnPane() throws {
        let script = "[ \"$1 $2 $3 $4\" = 'display-message -p -t %7' ] && echo '\(Self.answer)'"
        let report = try report(from: script, within: 20_000)
        #expect(report?.pane == CellPosition(row: 16, column: 51))
    }

    @Test(arguments: [
        // Slow; of many words; without one; with a complaint; gone on after its answer is cut off.
        "exec sleep 100", "exec yes", "exit 1", "echo \"can't find pane: %7\"; exit 1",
        "printf 1,1,0; exec sleep 100",
    ])
    func whatIsNoAnswerInTimeIsNone(script: String) throws {
        #expect(try report(from: script, within: 100) == nil)
    }

    @Test func aProgramThatIsNotThereGivesNone() {
        let server = TmuxServer(Self.environment, program: "/nowhere/tmux")
        #expect(server != nil && server?.report(within: 100) == nil)
    }

    @Test(arguments: [
        [:], ["TMUX_PANE": "%7"], ["TMUX": "/tmp/x,1,0"], ["TERM": "tmux-256color"],
        ["TMUX": "/tmp/x,1,0", "TMUX_PANE": "-t"],
    ])
    func withoutAPaneOfTmuxThereIsNoServer(variables: [String: String]) {
        #expect(TmuxServer(TerminalEnvironment(variables)) == nil)
    }
}
