import Foundation
import Imaging
import TestSupport
import Testing

/// A shell acts as the program: the test bench itself must be right before it judges others.
@Suite(.serialized) struct TerminalProgramTests {
    private func shell(
        _ script: String, in profile: SimulatedTerminal = .vt340
    ) throws -> TerminalProgram {
        try TerminalProgram(ProgramStart("/bin/sh", ["-c", script]), in: profile)
    }

    @Test func theProgramHasATerminalOfTheSizeAsked() throws {
        let program = try shell("stty size </dev/tty; tty; exit 3")
        #expect(program.waitForExit() == .code(3))
        #expect(PageText.text(program.model.grid) == "24 80\n\(program.terminal.path)")
        try expectTerminalRestored(program)
    }

    @Test func questionsAreAnsweredAndKeysArrive() throws {
        let program = try shell(
            """
            stty raw -echo; printf '\\033[c'; answer=$(dd bs=1 count=28 2>/dev/null)
            printf 'ready'; key=$(dd bs=1 count=1 2>/dev/null); stty sane
            printf '%s' "$answer" | tr -d '\\033'; printf ' %s\\n' "$key"
            """)
        #expect(program.wait { PageText.text(program.model.grid).contains("ready") })
        program.type("z")
        #expect(program.waitForExit() == .code(0))
        #expect(PageText.text(program.model.grid).hasSuffix("[?63;1;2;4;6;9;15;16;22;28c z"))
    }

    @Test func aNewSizeIsTold() throws {
        let program = try shell(
            "trap 'stty size; exit' WINCH; echo ready; while :; do sleep 0.1; done")
        #expect(program.wait { program.model.grid.rows[0][0].text == "r" })
        try program.resize(to: TerminalGeometry(columns: 40, rows: 10))
        #expect(program.waitForExit() == .code(0))
        #expect(PageText.text(program.model.grid) == "ready\n10 40")
    }

    @Test func aSignalEndsIt() throws {
        let program = try shell("echo ready; exec sleep 60")
        #expect(program.wait { program.model.grid.rows[0][0].text == "r" })
        program.send(SIGTERM)
        #expect(program.waitForExit() == .signal(SIGTERM))
    }

    @Test func whatIsNotRestoredIsSeen() throws {
        let program = try shell("stty -echo; printf '\\033[?25l\\033[?1006h'")
        #expect(program.waitForExit() == .code(0))
        #expect(try program.terminal.attributes() != program.attributesBefore)
        #expect(program.model.leftovers == ["mode 1006 is on", "mode 25 is off"])
    }

    @Test func bytesNobodyReadAreCounted() throws {
        let program = try shell("stty -echo; printf ready; sleep 60")
        #expect(program.wait { program.model.grid.rows[0][0].text == "r" })
        program.type("abc")
        #expect(program.wait(within: 10) { (try? program.terminal.unreadByteCount()) == 3 })
    }

    @Test func aProgramIsGoneWithItsTest() throws {
        var program: TerminalProgram? = try shell("echo $$; trap '' TERM HUP; sleep 60 & wait")
        #expect(program?.wait { program?.model.grid.cursor.row == 1 } == true)
        let row = try #require(program?.model.grid.rows[0])
        let number = try #require(Int32(PageText.line(row)))
        program = nil
        #expect(waitUntil(within: 10) { kill(number, 0) != 0 })
    }

    @Test func aProgramWithoutTerminalGivesItsStreams() throws {
        let run = try ProgramRun(ProgramStart("/bin/sh", ["-c", "echo out; echo err >&2; exit 2"]))
        #expect(run.status == .code(2))
        #expect(run.text == "out\n")
        #expect(run.errors == "err\n")
    }
}
