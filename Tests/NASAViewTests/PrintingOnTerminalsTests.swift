import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramCommands {
    /// `--print` on a terminal, which is asked what it can show.
    @Suite struct PrintingOnTerminals {
        private static let photo = TestPictures.smallMosaic

        private func shell(in terminal: SimulatedTerminal) throws -> JobShell {
            let shell = try JobShell(in: terminal)
            #expect(shell.waitForPrompt())
            return shell
        }

        private func command(_ options: String = "") throws -> String {
            "'\(try BuiltProgram.viewer.path())' --print '\(try Self.photo.path())' \(options)"
        }

        /// Runs a command on an empty screen, says a word after it, and waits for the next prompt.
        private func run(_ command: String, then word: String = "done", in shell: JobShell) {
            shell.program.type("printf '\\033[2J\\033[H'; \(command); echo \(word)\n")
            let isDone = shell.program.wait(within: 30) {
                shell.page.contains("\n\(word)\n") && shell.page.hasSuffix("ready>")
            }
            #expect(isDone, "\(shell.page)")
        }

        /// The pictures of pixels that were sent so far.
        private func pictureCount(_ shell: JobShell) -> Int {
            let bytes = shell.program.output[...]
            return shell.program.model.pictureCount
                + bytes.split(separator: Array("_Ga=T".utf8)).count - 1
        }

        private static let protocols: [(SimulatedTerminal, Bool?)] = [
            (.kitty, true), (.foot, true), (.konsole, true), (.vt340, true),
            (.mlterm, true), (.iTerm2, true), (.vte, false), (.st, false), (.late, false),
            (.silent, false), (.garbage, false), (.split, nil),
        ]

        /// A photo of 300x200 pixels in a box of 20x10 cells: as wide as the box, and the line below.
        @Test(arguments: protocols)
        func theBestProtocolIsUsedAndTheCursorStandsBelow(
            terminal: SimulatedTerminal, wished: Bool?
        ) throws {
            let shell = try shell(in: terminal)
            run(try command("--size 20x10"), in: shell)
            // Answers in single bytes come in time or not.
            let showsPixels = wished ?? (pictureCount(shell) == 1)
            let model = shell.program.model
            #expect(pictureCount(shell) == (showsPixels ? 1 : 0), "\(shell.page)")
            #expect(shell.page.contains("▀") == !showsPixels, "\(shell.page)")
            let cell = model.geometry.cell
            let width = showsPixels ? min(300, cell.across.pixels(of: 20)) : 20
            let height = width * 2 / 3
            let rows = showsPixels ? cell.down.cells(covering: height) : (height + 1) / 2
            let lines = shell.page.split(separator: "\n", omittingEmptySubsequences: false)
            let done = lines.lastIndex { $0.hasPrefix("done") }
            #expect(done == rows, "\(shell.page)")
            try shell.exit()
        }

        @Test func aLoopOverFilesAsksOnce() throws {
            let shell = try shell(in: .kitty)
            run("for i in 1 2 3; do \(try command("--size 9x3")); done", in: shell)
            let model = shell.program.model
            #expect(pictureCount(shell) == 3)
            #expect(model.questions.count { $0.hasSuffix("[>q") } == 1, "\(model.questions)")
            // The last query also follows the queries for media.
            #expect(model.questions.count { $0.hasSuffix("[c") } == 2, "\(model.questions)")
            try shell.exit()
        }

        /// Replies about shared memory may come during the printing or after it.
        @Test(arguments: [0.07, 0.15, 0.25])
        func lateRepliesDoNotReachThePrompt(delay: Double) throws {
            var slow = SimulatedTerminal.kitty
            (slow.manner, slow.drawsKittyPictures) = (.late(seconds: delay), true)
            slow.kittyMedia = ["d", "f", "t", "s"]
            let shell = try shell(in: slow)
            run(try command("--size 20x10"), in: shell)
            let model = shell.program.model
            #expect(model.kittyPictures.placements.count == 1 || shell.page.contains("▀"))
            #expect(!shell.page.contains("OK"), "\(shell.page)")
            #expect(model.faults == [])
            try shell.exit()
        }

        /// The picture is the same as in a pipe, where the output contains it.
        @Test(
            arguments: [
                (["d", "f", "t", "s"], "s"), (["d", "f", "t"], "t"), (["d"], "d"),
            ] as [(Set<String>, String)])
        func kittysPicturesTakeTheFastestWay(media: Set<String>, way: String) throws {
            var terminal = SimulatedTerminal.kitty
            (terminal.kittyMedia, terminal.drawsKittyPictures) = (media, true)
            let shell = try shell(in: terminal)
            run(try command("--size 20x10 --protocol auto") + " | cat", in: shell)
            let wished = try #require(shell.program.model.kittyPictures.store.images[-1])
            for word in ["once", "again"] {
                run(try command("--size 20x10"), then: word, in: shell)
                let model = shell.program.model
                let sent = model.kittyCommands.last { $0.hasPrefix("a=T") }
                #expect(sent?.contains("t=\(way),") == true, "\(model.kittyCommands)")
                let images = model.kittyPictures.store.images
                let image = try #require(images.min { $0.key < $1.key }?.value)
                #expect(image == wished)
                #expect(model.faults == [])
            }
            let asked = shell.program.model.kittyCommands.count { $0.contains("a=q,t=s") }
            #expect(asked == 1)
            try shell.exit()
        }

        private static let dtach = "/usr/bin/dtach"

        /// Another terminal may have been attached since the last print.
        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: dtach), "no dtach"))
        func inASessionOfDtachEachPrintAsks() throws {
            var terminal = SimulatedTerminal.kitty
            (terminal.kittyMedia, terminal.drawsKittyPictures) = (["d", "s"], true)
            let shell = try shell(in: terminal)
            let socket = try ScratchFile(name: "socket")
            try FileManager.default.removeItem(at: socket.url)
            let print = try command("--size 9x3")
            let loop = "for i in 1 2; do \(print); done"
            let script = try ScratchFile(Array(loop.utf8), name: "loop.sh")
            run("\(Self.dtach) -c \(socket.path) -E -z sh \(script.path)", in: shell)
            let asked = shell.program.model.kittyCommands.count { $0.contains("a=q,t=s") }
            #expect(asked == 2, "\(shell.program.model.kittyCommands)")
            try shell.exit()
        }

        @Test func afterDoctorPicturesStillTakeTheFastestWay() throws {
            var terminal = SimulatedTerminal.kitty
            (terminal.kittyMedia, terminal.drawsKittyPictures) = (["d", "f", "t", "s"], true)
            let shell = try shell(in: terminal)
            run("\(try BuiltProgram.viewer.path()) doctor >/dev/tty", in: shell)
            #expect(shell.program.model.kittyCommands.contains { $0.contains("a=q,t=s") })
            run(try command("--size 20x10"), then: "printed", in: shell)
            let sent = shell.program.model.kittyCommands.last { $0.hasPrefix("a=T") }
            #expect(sent?.contains("t=s,") == true, "\(shell.program.model.kittyCommands)")
            try shell.exit()
        }

        /// The last reader of a pipe may be on another machine.
        @Test func inAPipeThePictureIsInTheOutput() throws {
            let shell = try shell(in: .kitty)
            run(try command("--size 9x3 --protocol auto") + " | cat", in: shell)
            let sent = shell.program.model.kittyCommands.filter { $0.hasPrefix("a=T") }
            #expect(sent.count == 1 && sent[0].contains("t=d,"), "\(sent)")
            #expect(!shell.program.model.kittyCommands.contains { $0.contains("a=q,t=s") })
            try shell.exit()
        }

        @Test func aPipeGetsBlocksUnlessTheBestIsAskedFor() throws {
            let shell = try shell(in: .foot)
            run(try command("--size 9x3") + " | cat", in: shell)
            #expect(pictureCount(shell) == 0)
            #expect(shell.program.model.questions.isEmpty)
            run(try command("--size 9x3 --protocol auto") + " | cat", then: "again", in: shell)
            #expect(pictureCount(shell) == 1)
            try shell.exit()
        }

        @Test(arguments: [SimulatedTerminal.kitty, .silent])
        func whatIsTypedMeanwhileArrivesAtTheShell(terminal: SimulatedTerminal) throws {
            var slow = terminal
            slow.manner = .late(seconds: 0.1)
            let shell = try shell(in: slow)
            shell.program.type(try command("--size 9x3") + "\n")
            _ = shell.program.wait { !shell.program.model.questions.isEmpty }
            shell.program.type("echo t''yped\n")
            #expect(shell.program.wait { shell.page.contains("typed") }, "\(shell.page)")
            try shell.exit()
        }

        @Test(
            .enabled(if: TmuxSession.program != nil, "skipped: tmux is not installed"),
            arguments: [(SimulatedTerminal.kittyWithPlaceholders, true), (.foot, false)])
        func inTmuxThePictureIsText(terminal: SimulatedTerminal, hasPixels: Bool) throws {
            let tmux = try TmuxSession(
                ["--print", try Self.photo.path(), "--size", "20x10", "--align", "centre"],
                geometry: TerminalGeometry(columns: 60, rows: 20, cell: terminal.cell),
                in: terminal, then: "echo done; exec cat")
            #expect(tmux.terminal.wait(within: 30) { tmux.page.contains("done") }, "\(tmux.page)")
            #expect(tmux.page.contains("\u{10EEEE}") == hasPixels, "\(tmux.page)")
            #expect(tmux.page.contains("▀") == !hasPixels, "\(tmux.page)")
            if hasPixels { #expect(tmux.undrawn(columns: 0..<20, rows: 0..<6) == 0) }
        }
    }
}
