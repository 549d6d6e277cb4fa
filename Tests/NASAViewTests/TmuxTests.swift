import Foundation
import Imaging
import TerminalProtocols
import TestSupport
import Testing

@testable import nasa_view

extension WholeProgramDrawing {
    /// The built program in a real tmux that passes pictures on, in a simulated terminal.
    @Suite(.enabled(if: TmuxSession.program != nil, "skipped: tmux is not installed"))
    struct InTmux {
        /// In the first no photo reaches tmux's limit.
        private static let sizes = [(100, 30), (200, 58), (250, 70)]

        private static let photos = ["galaxy", "nebula", "deepfield"].map {
            BuiltProgram.package.appending(path: "Fixtures/Demo/demo-\($0)~orig.jpg").path
        }

        @Test(arguments: sizes)
        func noPictureIsPrintedAsText(columns: Int, rows: Int) throws {
            let tmux = try TmuxSession(
                Self.photos, geometry: TerminalGeometry(columns: columns, rows: rows))
            for number in 1...Self.photos.count {
                let isThere = tmux.terminal.wait(within: 60) {
                    ViewerFacts(tmux.model.statusLine)?.place == "\(number)/\(Self.photos.count)"
                }
                #expect(isThere, "the screen shows:\n\(tmux.page)")
                tmux.waitForQuiet()
                let text = tmux.page.split(separator: "\n").dropLast()
                #expect(text.allSatisfy { $0.allSatisfy(\.isWhitespace) }, "\(tmux.page)")
                // Everything except the rest of less than a band.
                #expect(tmux.undrawn(columns: 0..<columns, rows: 0..<rows - 2) == 0)
                tmux.terminal.type("n")
            }
        }

        /// A split, a new size, another window: with a program in the other pane that records its
        /// input, and the pictures of a list in ours.
        @Test(arguments: sizes)
        func noAnswerGoesToAnotherPaneAndPicturesStay(columns: Int, rows: Int) throws {
            let library = try TestLibrary(Self.items)
            let tmux = try TmuxSession(
                ["--search", "photo", "--grid", "0", "--api", library.address],
                geometry: TerminalGeometry(columns: columns, rows: rows))
            _ = tmux.terminal.wait(within: 60) { tmux.model.pictureCount > 4 }
            tmux.waitForQuiet()
            #expect(Self.showsPictures(tmux, until: rows), "the screen shows:\n\(tmux.page)")
            tmux.press("%")
            let isSplit = tmux.terminal.wait(within: 30) { tmux.page.contains("│") }
            #expect(isSplit, "the screen shows:\n\(tmux.page)")
            tmux.waitForQuiet()
            #expect(Self.showsPictures(tmux, until: rows), "the screen shows:\n\(tmux.page)")
            try tmux.terminal.resize(to: TerminalGeometry(columns: columns - 6, rows: rows - 4))
            tmux.waitForQuiet()
            #expect(Self.showsPictures(tmux, until: rows - 4), "the screen shows:\n\(tmux.page)")
            try tmux.expectNextPaneReceives("one")
            tmux.press("c")
            tmux.waitForQuiet()
            try tmux.expectNextPaneReceives("onetwo")
        }

        /// The reattached terminal has none of the pictures, and tmux does not notify our pane.
        @Test func afterAnotherAttachmentPicturesComeBackThoughAnotherPaneIsActive() throws {
            let library = try TestLibrary(Self.items)
            let tmux = try TmuxSession(
                ["--search", "photo", "--grid", "0", "--api", library.address],
                geometry: TerminalGeometry(columns: 200, rows: 58), attaching: true)
            _ = tmux.terminal.wait(within: 60) { tmux.model.pictureCount > 4 }
            tmux.waitForQuiet()
            tmux.press("%")
            _ = tmux.terminal.wait(within: 30) { tmux.page.contains("│") }
            tmux.waitForQuiet()
            #expect(Self.showsPictures(tmux, until: 58), "the screen shows:\n\(tmux.page)")
            let count = tmux.model.pictureCount
            tmux.press("d")
            _ = tmux.terminal.wait(within: 60) { tmux.model.pictureCount > count }
            tmux.waitForQuiet()
            #expect(Self.showsPictures(tmux, until: 58), "the screen shows:\n\(tmux.page)")
        }

        /// tmux does not report its windows.
        ///
        /// kitty's pictures are separate from text: they would cover the other window's; sixel is
        /// lost.
        @Test(arguments: [SimulatedTerminal.kitty026, .foot])
        func picturesLeaveAndComeBackWithTheirWindow(terminal: SimulatedTerminal) throws {
            let tmux = try TmuxSession(
                Self.photos, geometry: TerminalGeometry(columns: 100, rows: 30), in: terminal)
            let all = 0..<28
            let isThere = tmux.terminal.wait(within: 60) {
                tmux.undrawn(columns: 0..<100, rows: all) == 0
            }
            #expect(isThere, "the screen shows:\n\(tmux.page)")
            tmux.waitForQuiet()
            tmux.press("c")
            let pixels = tmux.model.geometry.cell.pixels(of: CellSize(columns: 100, rows: 28))
            let isGone = tmux.terminal.wait(within: 60) {
                tmux.undrawn(columns: 0..<100, rows: all) == pixels.width * pixels.height
            }
            #expect(isGone, "the screen shows:\n\(tmux.page)")
            tmux.press("p")
            let isBack = tmux.terminal.wait(within: 60) {
                tmux.undrawn(columns: 0..<100, rows: all) == 0
            }
            #expect(isBack, "the screen shows:\n\(tmux.page)")
        }

        private static let items = (0..<30).map { number in
            let shade = UInt8(80 + number * 5)
            let raster = Raster(PixelSize(width: 320, height: 200)) { _, _ in (shade, 60, 90) }
            return LibraryItem(
                id: "PIA000\(10 + number)", title: "Photo \(number)",
                sizes: [("thumb", raster), ("orig", raster)])
        }

        /// Checks the fourth column, which every picture of a list covers; between pictures there
        /// may be two rows in five.
        private static func showsPictures(_ tmux: TmuxSession, until rows: Int) -> Bool {
            let cell = tmux.model.geometry.cell
            let all = cell.down.pixels(of: rows - 5) * cell.across.pixels(of: 1)
            return tmux.undrawn(columns: 3..<4, rows: 1..<rows - 4) < all * 2 / 3
        }
    }
}

/// A tmux server with one session, and the viewer in its first pane.
final class TmuxSession {
    static let program = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    let terminal: TerminalProgram
    /// The input of all other panes.
    private let received: ScratchFile
    private let configuration: ScratchFile
    private let name = "nasa-view-\(UUID().uuidString.prefix(8))"
    private var typed = ""

    init(
        _ arguments: [String], geometry: TerminalGeometry,
        in outside: SimulatedTerminal = .foot, attaching isAttaching: Bool = false,
        then next: String? = nil,
        place: [String: String] = CleanEnvironment.ownPlace()
    ) throws {
        received = try ScratchFile(name: "received")
        configuration = try ScratchFile(
            Array(
                """
                set -g allow-passthrough on
                set -g status off
                # Keys that come at once are keys, not a paste whose second is sent to the pane.
                set -g assume-paste-time 0
                set -g default-command "stty raw -echo; exec cat >> \(received.path)"

                """.utf8), name: "tmux.conf")
        let words = [try BuiltProgram.viewer.path()] + arguments
        let viewing = words.map { "'\($0)'" }.joined(separator: " ")
        let command = next.map { "\(viewing); \($0)" } ?? "exec \(viewing)"
        let tmux = try #require(Self.program)
        let options = ["-L", name, "-f", configuration.path]
        // Detaching the terminal attaches it again.
        let shell = ["-c", "\"$@\"; exec \"$1\" \"$2\" \"$3\" attach", "sh", tmux]
        var start =
            isAttaching
            ? ProgramStart("/bin/sh", shell + options + ["new-session", command])
            : ProgramStart(tmux, options + ["new-session", command])
        start.environment.merge(place) { _, own in own }
        // Every system has this entry. tmux refuses a terminal without one, and clears the screen of one
        // that it does not know by the usual means.
        var terminal = outside
        terminal.environment = ["TERM": "xterm-256color"]
        self.terminal = try TerminalProgram(start, in: terminal, geometry: geometry)
    }

    var model: TerminalModel { terminal.model }
    var page: String { PageText.text(model.grid) }

    /// Sends a command to tmux.
    func press(_ key: String) { terminal.type("\u{02}" + key) }

    func waitForQuiet() {
        var count = -1
        while terminal.output.count != count || model.isUnfinished {
            count = terminal.output.count
            _ = terminal.wait(within: 0.7) { terminal.status != nil }
        }
    }

    /// Waits until tmux and the viewer in its first pane are idle.
    ///
    /// Bytes between two programs show in neither, so the rest must last for several checks.
    func waitForRest(_ place: SourceLocation = #_sourceLocation) {
        guard let viewer = panes.first, Activity(of: viewer) != nil else { return waitForQuiet() }
        var (count, looks) = (-1, 0)
        var before: [Activity?] = []
        let isQuiet = terminal.wait(within: 120) {
            let isRead =
                terminal.output.count == count && terminal.hasReadInput && !model.isUnfinished
            let now = isRead ? [viewer, serverIdentifier].map { Activity(of: $0) } : []
            looks = isRead && now == before && now[0]?.isWaiting == true ? looks + 1 : 0
            (count, before) = (terminal.output.count, now)
            return terminal.status != nil || looks >= Self.restLooks
        }
        #expect(isQuiet, "it is never at rest", sourceLocation: place)
    }

    private static let restLooks = 15

    /// The processes in the panes.
    private lazy var panes = ask("list-panes", "-F", "#{pane_pid}")
    private lazy var serverIdentifier = ask("display-message", "-p", "#{pid}").first ?? 0

    /// Returns tmux's answer to a command, as numbers.
    private func ask(_ command: String...) -> [Int32] {
        let start = Self.program.map { ProgramStart($0, ["-L", name] + command) }
        let run = start.flatMap { try? ProgramRun($0) }
        return (run?.text ?? "").split(separator: "\n").compactMap { Int32($0) }
    }

    /// Types the rest of a text, and checks that other panes have received only that.
    func expectNextPaneReceives(
        _ text: String, _ place: SourceLocation = #_sourceLocation
    ) throws {
        terminal.type(String(text.dropFirst(typed.count)))
        typed = text
        _ = terminal.wait { (try? received.contents())?.count ?? 0 >= text.utf8.count }
        let bytes = try received.contents()
        #expect(String(decoding: bytes, as: UTF8.self) == text, sourceLocation: place)
    }

    /// Returns the number of pixels of some cells that no picture has drawn.
    func undrawn(columns: Range<Int>, rows: Range<Int>) -> Int {
        let cell = model.geometry.cell
        let start = cell.origin(row: rows.lowerBound, column: columns.lowerBound)
        let end = cell.origin(row: rows.upperBound, column: columns.upperBound)
        return model.canvas.transparentCount(
            in: PixelRect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y))
    }

    deinit {
        // The server outlives its client.
        let end = Process()
        end.executableURL = Self.program.map { URL(filePath: $0) }
        end.arguments = ["-L", name, "kill-server"]
        try? end.run()
        end.waitUntilExit()
    }
}

/// Queries through tmux's own program, replaced by scripts here.
struct TmuxServerTests {
    private static let environment = TerminalEnvironment(["TMUX": "/tmp/x,1,0", "TMUX_PANE": "%7"])
    private static let answer = "1,1,0,0,51,16,49,14,,,on,bottom,100,31,8,17,1,/dev/pts/3,"

    private func report(from script: String, within milliseconds: Int) throws -> TmuxReport? {
        // Written by another process: a file that is open for writing cannot be run, even if it is
        // open only in a process that another test has just forked.
        let file = CleanEnvironment.home.appending(path: UUID().uuidString)
        let write = "printf %s \"$0\" >\"$1\" && chmod 700 \"$1\""
        let run = try ProgramRun(
            ProgramStart("/bin/sh", ["-c", write, "#!/bin/sh\n\(script)\n", file.path]))
        #expect(run.status == .code(0))
        defer { try? FileManager.default.removeItem(at: file) }
        return TmuxServer(Self.environment, program: file.path)?.report(within: milliseconds)
    }

    @Test func itIsAskedAboutOurOwnPane() throws {
        let script = "[ \"$1 $2 $3 $4\" = 'display-message -p -t %7' ] && echo '\(Self.answer)'"
        let report = try report(from: script, within: 20_000)
        #expect(report?.pane == CellPosition(row: 16, column: 51))
    }

    @Test(arguments: [
        // Slow; many words; no words; an error message; continuing after its answer is cut off.
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
