import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramFaults {
    /// Rows X of the fault table about streams, limits and multiplexers.
    @Suite struct FaultTableProcess {
        private static let photo = TestPictures.largeMosaic

        private func shell(_ command: String) throws -> ProgramRun {
            try ProgramRun(
                ProgramStart(
                    "/bin/sh",
                    ["-c", command, try BuiltProgram.viewer.path(), try Self.photo.path()]))
        }

        @Test(
            "X6: a reader that goes away is no failure to talk about",
            arguments: ["--protocol sixel --size 1100x700px", "--size 200x100"])
        func theReaderIsGone(options: String) throws {
            let run = try shell(#"{ "$0" --print "$1" \#(options); echo $? >&2; } | head -c 1"#)
            #expect(run.output.count == 1)
            #expect(["1\n", "141\n"].contains(run.errors), "\(run.errors)")
        }

        @Test(
            "X6: an output that accepts nothing is reported in one line",
            arguments: [">/dev/full", ">&-"],
            [#"--print "$1" --size 40x20"#, "config", "config --json"])
        func theOutputIsFull(redirection: String, arguments: String) throws {
            let run = try shell(#""$0" \#(arguments) \#(redirection)"#)
            #expect(run.status == .code(1))
            #expect(run.errors.hasPrefix("nasa-view: Can't write to standard output"))
            #expect(run.errors.split(separator: "\n").count == 1)
        }

        @Test(
            "X6: closed streams are survived",
            arguments: ["<&-", "2>&-", "<&- 2>&-", "<&- >&- 2>&-"])
        func closedStreams(redirection: String) throws {
            let run = try shell(#""$0" --print "$1" --size 40x20 \#(redirection)"#)
            let isClosed = redirection.contains(" >&-")
            #expect(run.status == .code(isClosed ? 1 : 0), "\(run.errors)")
            #expect(run.output.isEmpty == isClosed)
        }

        @Test("X15: keys come from the terminal if standard input is closed or not a photo")
        func keysBesideInput() throws {
            let viewer = try Viewer([try Self.photo.path()], input: .nowhere)
            try viewer.waitForFacts { _ in true }
            try viewer.quit()
        }

        private static let prlimit = "/usr/bin/prlimit"
        private static let canLimit = FileManager.default.isExecutableFile(atPath: prlimit)

        @Test(
            "X16: with few descriptors, no threads or little memory it works or says why",
            .enabled(if: canLimit, "no prlimit"),
            .disabled(if: CleanEnvironment.isSanitized, "a sanitizer needs terabytes of addresses"),
            // Below seven libdispatch finds no descriptor for itself, and sometimes traps before we
            // have reported the reason.
            arguments: [
                "--nofile=32", "--nofile=12", "--nofile=7", "--nproc=1", "--as=600000000",
                "--as=300000000", "--data=100000000", "--stack=300000", "--core=0",
            ])
        func limits(limit: String) throws {
            let run = try ProgramRun(
                ProgramStart(
                    Self.prlimit,
                    [
                        limit, try BuiltProgram.viewer.path(), "--print", try Self.photo.path(),
                        "--size", "40x20",
                    ]))
            guard run.status != .code(0) else { return #expect(!run.output.isEmpty) }
            #expect(run.status == .code(1), "\(run.status) \(run.errors)")
            #expect(run.errors.hasPrefix("nasa-view: "))
            #expect(run.errors.split(separator: "\n").count == 1)
        }

        /// No run ends by a signal, or waits without limit for a thread that does not fit.
        @Test(
            "X16: with any limit of addresses it works or says why",
            .enabled(if: canLimit, "no prlimit"),
            .disabled(if: CleanEnvironment.isSanitized, "a sanitizer needs terabytes of addresses"),
            arguments: FullMatrix.all(
                [28, 40, 50, 60, 70, 80, 90, 100, 150, 200, 250, 300, 400],
                else: [28, 60, 90, 150, 300]))
        // The debug program alone takes 26 MB: with less the kernel ends it before any of it runs.
        func anyLimitOfAddresses(megabytes: Int) throws {
            let photo = try Self.photo.path()
            for arguments in [
                ["--print", photo, "--size", "40x20"], ["--plain", photo], ["doctor"],
                ["search", "moon", "--api", "http://127.0.0.1:9"],
            ] {
                try expectAnEnd(under: "--as=\(megabytes)000000", arguments)
            }
        }

        @Test(
            "X16: with any number of descriptors it works or says why",
            .enabled(if: canLimit, "no prlimit"),
            arguments: FullMatrix.all(
                Array(3...64), else: [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 32, 48, 64]))
        func anyNumberOfDescriptors(count: Int) throws {
            let photo = try Self.photo.path()
            try expectAnEnd(under: "--nofile=\(count)", ["--print", photo, "--size", "40x20"])
        }

        /// Expects an exit status, with a sentence unless it is 0; the system's loader has its own
        /// statuses.
        private func expectAnEnd(under limit: String, _ arguments: [String]) throws {
            let run = try ProgramRun(
                ProgramStart(
                    Self.prlimit, [limit, try BuiltProgram.viewer.path()] + arguments))
            guard case .code(let code) = run.status else {
                Issue.record("\(limit) \(arguments): \(run.status) \(run.errors)")
                return
            }
            guard code != 0, code != 127 else { return }
            #expect([1, 4].contains(code), "\(limit) \(arguments): \(code)")
            #expect(run.errors.hasPrefix("nasa-view: "), "\(limit) \(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1)
        }

        /// A library has many open files: without descriptors libdispatch traps.
        @Test(
            "X16: a session in the library works or says why",
            .enabled(if: canLimit, "no prlimit"),
            arguments: [
                "--nofile=12", "--nofile=20", "--nofile=24", "--nofile=32", "--nofile=64",
                "--as=60000000", "--as=200000000", "--as=400000000",
            ])
        func aSessionInTheLibrary(limit: String) throws {
            guard !CleanEnvironment.isSanitized || !limit.hasPrefix("--as") else { return }
            let server = try CannedServer(["HTTP/1.1 404 Not Found"], body: "")
            var start = ProgramStart(
                Self.prlimit,
                [limit, try BuiltProgram.viewer.path(), "--search", "a", "--api", server.address])
            start.environment.merge(CleanEnvironment.ownPlace()) { _, own in own }
            let program = try TerminalProgram(start, in: .vt340)
            func page() -> String { PageText.text(program.model.grid) }
            #expect(program.wait { program.status != nil || page().contains("r: retry") })
            if program.status == nil { program.type("qq") }
            let status = program.waitForExit()
            let isTold = page().contains("Raise")
            #expect(status == .code(isTold ? 1 : 0), "\(page())")
            try expectTerminalRestored(program)
        }

        @Test("the failures of many names are a few sentences and a count")
        func manyNames() throws {
            let names = (1...1000).map { "no-such-\($0).jpg" }
            for option in ["--print", "--plain"] {
                let run = try ProgramRun(
                    ProgramStart(try BuiltProgram.viewer.path(), [option] + names))
                let lines = run.errors.split(separator: "\n")
                #expect(lines.count == 11 && run.status == .code(3))
                #expect(lines.first == "nasa-view: No file named no-such-1.jpg.")
                #expect(lines.last == "nasa-view: 990 more failed.")
            }
        }

        private static let setpriv = "/usr/bin/setpriv"

        /// Root may have any number: it becomes nobody first.
        @Test(
            "X16: without a second thread it says so and ends",
            .enabled(
                if: canLimit && canBeNobody,
                "no prlimit, no right to be somebody else, or a folder that is root's alone"),
            .disabled(if: CleanEnvironment.isSanitized, "a sanitizer has threads of its own"))
        func noThreads() throws {
            let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]
            let run = try ProgramRun(
                ProgramStart(
                    Self.setpriv,
                    nobody + [Self.prlimit, "--nproc=1", try BuiltProgram.viewer.path(), "config"]))
            #expect(run.status == .code(1) && run.output.isEmpty, "\(run.errors)")
            #expect(run.errors.hasPrefix("nasa-view: Can't start a thread"))
        }

        /// False if another user has no access to the program, or already has processes.
        private static let canBeNobody: Bool = {
            guard FileManager.default.isExecutableFile(atPath: setpriv),
                let viewer = try? BuiltProgram.viewer.path()
            else { return false }
            let trial = [
                "--reuid=65534", "--regid=65534", "--clear-groups", prlimit, "--core=0", viewer,
                "--version",
            ]
            return (try? ProgramRun(ProgramStart(setpriv, trial)).status) == .code(0)
        }()

        /// The list reports it and survives; a print fails with a message.
        @Test(
            "X16: without memory for a transfer it says so",
            .enabled(if: PreloadedLibrary.canBeBuilt, "no C compiler"),
            .disabled(if: CleanEnvironment.isSanitized, "a sanitizer has threads of its own"),
            // Refused threads are tested separately (Shortages).
            arguments: [("handle", "there is not enough memory")])
        func noTransfers(refused: String, words: String) throws {
            let server = try CannedServer(["HTTP/1.1 404 Not Found"], body: "")
            let system = try PreloadedLibrary(RefusingSystem.text)
            var place = CleanEnvironment.ownPlace()
            place["LD_PRELOAD"] = CleanEnvironment.preloading(system.file.path)
            place[RefusingSystem.variable] = refused
            let viewer = try Viewer(["--search", "a", "--api", server.address], place: place)
            viewer.waitForText("r: retry")
            let page = viewer.page.replacing("▌", with: " ").split(whereSeparator: \.isWhitespace)
                .joined(separator: " ")
            #expect(page.contains(words), "\(page)")
            viewer.press("q")  // The alert goes first.
            try viewer.quit()
            var start = ProgramStart(
                try BuiltProgram.viewer.path(), ["--print", "A", "--api", server.address])
            start.environment.merge(place) { _, own in own }
            let run = try ProgramRun(start)
            #expect(run.status == .code(4) && run.errors.contains(words), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1)
        }

        @Test(
            "X16: a session with few descriptors works and restores the terminal",
            .enabled(if: canLimit, "no prlimit"))
        func fewDescriptors() throws {
            var start = ProgramStart(
                Self.prlimit,
                ["--nofile=64", try BuiltProgram.viewer.path(), try Self.photo.path()])
            start.environment.merge(CleanEnvironment.ownPlace()) { _, own in own }
            let program = try TerminalProgram(start, in: .vt340)
            #expect(program.wait { program.model.pictureCount > 0 && !program.model.isUnfinished })
            program.type("q")
            #expect(program.waitForExit() == .code(0))
            try expectTerminalRestored(program)
        }

        /// The folders in which the system keeps the library; each is made to look empty.
        private static let curls = [
            "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu",
            "/usr/lib/aarch64-linux-gnu", "/lib64", "/usr/lib64", "/usr/lib", "/lib",
        ].map { $0 + "/libcurl.so.4" }.filter { FileManager.default.fileExists(atPath: $0) }

        @Test(
            "X16: without libcurl a file is shown, and the library is reported as unreachable",
            .enabled(if: TracedRun.isHere && !curls.isEmpty, "no strace, or libcurl elsewhere"),
            arguments: [false, true])
        func withoutCurl(isOfTheLibrary: Bool) throws {
            let options = ["-f", "-qq", "-o", "/dev/null"] + Self.curls.flatMap { ["-P", $0] }
            let failing = ["-e", "trace=openat", "-e", "inject=openat:error=ENOENT"]
            let what = isOfTheLibrary ? "PIA00342" : try Self.photo.path()
            let run = try ProgramRun(
                ProgramStart(
                    TracedRun.strace,
                    options + failing + [
                        try BuiltProgram.viewer.path(), "--print", what, "--size", "40x20",
                    ]))
            #expect(run.status == .code(isOfTheLibrary ? 4 : 0), "\(run.errors)")
            #expect(run.output.isEmpty == isOfTheLibrary)
            #expect(run.errors.contains("libcurl is missing") == isOfTheLibrary)
        }

        private static let tmux = "/usr/bin/tmux"

        /// tmux is the terminal here; the test's terminal is outside and shows what tmux draws.
        @Test(
            "X14: in tmux no picture's bytes show as text, and the pane is restored",
            .enabled(if: FileManager.default.isExecutableFile(atPath: tmux), "no tmux"),
            arguments: [SimulatedTerminal.vt340, .xterm, .kitty])
        func inTmux(terminal: SimulatedTerminal) throws {
            let place = CleanEnvironment.ownPlace()
            let socket = CleanEnvironment.home.appending(path: UUID().uuidString).path
            var start = ProgramStart(
                Self.tmux,
                [
                    "-S", socket, "-f", "/dev/null", "new-session",
                    "'\(try BuiltProgram.viewer.path())' '\(try Self.photo.path())'; "
                        + "echo it is over; read line",
                ])
            start.environment.merge(place) { _, own in own }
            // Every system has its entry, and tmux refuses a terminal without one.
            start.environment["TERM"] = "xterm-256color"
            let outside = try TerminalProgram(start, in: terminal)
            func page() -> String { PageText.text(outside.model.grid) }
            #expect(outside.wait(within: 30) { page().contains("1100x700") }, "\(page())")
            for word in ["Pq", "Gf=", "\"1;1", "1337", "#0;2"] { #expect(!page().contains(word)) }
            outside.type("q")
            #expect(outside.wait(within: 30) { page().contains("it is over") }, "\(page())")
            outside.type("\n")
            #expect(outside.waitForExit() != nil)
        }
    }
}
