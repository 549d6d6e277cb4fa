import Foundation
import Imaging
import TestSupport
import Testing

@testable import nasa_view

extension WholeProgramCommands {
    /// Starts without a terminal, and with a wrong command line.
    @Suite struct Starting {
        private func run(_ arguments: [String]) throws -> ProgramRun {
            try ProgramRun(ProgramStart(try BuiltProgram.viewer.path(), arguments))
        }

        @Test(
            "X8: without a terminal it says so in plain text",
            arguments: [["--demo"], ["FILE"], ["PIA12235"]])
        func withoutATerminalItSaysSoInPlainText(arguments: [String]) throws {
            let path = try TestPictures.wideGradient.path()
            let run = try run(arguments.map { $0 == "FILE" ? path : $0 })
            #expect(run.status == .code(2))
            #expect(run.output.isEmpty)
            #expect(!run.errors.isEmpty)
            #expect(!run.errors.utf8.contains(0x1b))
        }

        @Test func aTerminalThatIsNotItsOutputIsNotDrawnOn() throws {
            let terminal = try PseudoTerminal(TerminalGeometry(columns: 80, rows: 24))
            var start = ProgramStart(
                try BuiltProgram.viewer.path(), [try TestPictures.wideGradient.path()])
            start.input = .nowhere
            let run = try ProgramRun(start, terminal: terminal.path)
            #expect(run.status == .code(2))
            #expect(run.output.isEmpty)
        }

        @Test("X8: the dumb terminal is not drawn on") func theDumbTerminalIsNotDrawnOn() throws {
            let path = try TestPictures.wideGradient.path()
            let program = try TerminalProgram(
                ProgramStart(try BuiltProgram.viewer.path(), [path]), in: .dumb)
            #expect(program.waitForExit() == .code(2))
            #expect(!program.output.contains(0x1b))
            try expectTerminalRestored(program)
        }

        @Test func theHelpNamesTheOptions() throws {
            let run = try run(["--help"])
            #expect(run.status == .code(0))
            for option in ["--demo", "--print", "--protocol", "--size", "--api", "--cell-size"] {
                #expect(run.text.contains(option))
            }
        }

        /// Only the argument parser reads `--`, so it reads the arguments of the second run.
        @Test(arguments: [
            ["--size", "9x3"], ["--size=9x3", "--enlarge"],
            ["--glyphs=sextant", "--language", "de"],
            ["--protocol", "sixel", "--size", "30x30px"], ["--size", "9x", "--fit", "width"],
            ["--demo", "--background=black", "--background", "white"],
        ])
        func theViewersOptionsMeanTheSameToTheArgumentParser(options: [String]) throws {
            let arguments = options + ["--print"]
            let photo = try TestPictures.smallMosaic.path()
            let direct = try #require(ViewCommand(reading: arguments + [photo]))
            #expect(direct.photos == [photo])
            #expect(ViewCommand(reading: arguments + ["--", photo]) == nil)
            let runs = try [run(arguments + [photo]), run(arguments + ["--", photo])]
            #expect(runs[0].status == .code(0))
            #expect(runs[0].output == runs[1].output)
        }

        @Test(arguments: [
            ["--size", "-5"], ["--size="], ["--size"], ["--print=yes"], ["--apod"], ["-h"],
            ["--nothing"], ["--", "a.jpg"], ["--cell-size", "none"], ["--help"],
        ])
        func theArgumentParserReadsAndExplainsTheRest(arguments: [String]) {
            #expect(ViewCommand(reading: arguments) == nil)
        }

        @Test(arguments: [["--protocol", "smoke"], ["--size", "12"], ["--unheard-of"], []])
        func aWrongCommandLineIsExplained(arguments: [String]) throws {
            let run = try run(arguments)
            #expect(run.status != .code(0))
            #expect(!run.errors.isEmpty)
            #expect(!run.errors.utf8.contains(0x1b))
        }
    }
}

/// The opener of pages, replaced by the test's own.
@Suite struct BrowserTests {
    @Test func theAddressReachesTheOpenerAsItIs() throws {
        let address = "https://images.nasa.gov/details/a%20b';$(touch x)&c"
        #expect(try Self.told(address, by: "printf '%s|' \"$@\"") == address + "|")
    }

    @Test(.enabled(if: SignalMasks.areTold, "only Linux tells of signals in /proc"))
    func theOpenerHasSignalsAsAShellSetsThem() throws {
        // Signals that the viewer catches have their default action in another program; ignored
        // ones do not.
        let found = signal(SIGTTIN, SIG_IGN)
        defer { signal(SIGTTIN, found) }
        let address = "https://images.nasa.gov/details/x"
        let masks = SignalMasks(try Self.told(address, by: "cat /proc/self/status"))
        for signal in 1...64 as ClosedRange<Int32> where ![32, 33].contains(signal) {
            #expect(masks.isDefault(signal), "\(signal): \(masks)")
        }
    }

    /// Returns the address as reported by the test's own opener, a shell command.
    private static func told(_ address: String, by command: String) throws -> String {
        let folder = CleanEnvironment.home.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let told = folder.appending(path: "told")
        let opener = folder.appending(path: URLOpener.opener)
        try Data(
            "#!/bin/sh\n\(command) >'\(told.path).new'; mv '\(told.path).new' '\(told.path)'\n".utf8
        )
        .write(to: opener)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: opener.path)
        // A program is "busy" while another test's child has inherited its open file.
        #expect(waitUntil(within: 20) { (try? URLOpener.open(address, by: opener.path)) != nil })
        #expect(waitUntil(within: 20) { FileManager.default.fileExists(atPath: told.path) })
        return try String(contentsOf: told, encoding: .utf8)
    }

    @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "-x", "http://example.org", ""])
    func onlyPagesAreOpened(address: String) {
        #expect(throws: URLOpener.Failure.notAPage) { try URLOpener.open(address) }
    }

    @Test func aMissingOpenerIsNamed() {
        #expect(throws: URLOpener.Failure.noOpener(name: "no-such-opener")) {
            try URLOpener.open("https://images.nasa.gov/details/x", by: "no-such-opener")
        }
    }
}

extension WholeProgramCommands {
    /// The temporary file of a large photo is removed with the program, however it ends.
    @Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "needs /proc"))
    struct Spills {
        /// 33 megapixels in 40 kB: above the limit up to which photos stay in memory.
        private static let photo = try? ScratchFile(
            PlainPNG.blank(PixelSize(width: 8192, height: 4112)), name: "large.png")

        /// Returns true if a program has an unnamed file open that was in a folder.
        private static func hasSpill(in folder: String) -> Bool {
            let files = FileManager.default
            let programs = ((try? files.contentsOfDirectory(atPath: "/proc")) ?? [])
                .filter { Int($0) != nil }
            return programs.contains { program in
                let place = "/proc/\(program)/fd"
                let open = (try? files.contentsOfDirectory(atPath: place)) ?? []
                return open.contains { number in
                    let file = try? files.destinationOfSymbolicLink(atPath: "\(place)/\(number)")
                    return file.map { $0.hasPrefix(folder) && $0.hasSuffix("(deleted)") } == true
                }
            }
        }

        /// Returns all files below a folder.
        private static func left(in folder: String) -> [String] {
            let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
            return (all ?? []).filter { name in
                var isFolder: ObjCBool = false
                let path = "\(folder)/\(name)"
                return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                    && !isFolder.boolValue
            }
        }

        @Test(arguments: [SIGKILL, SIGSEGV, SIGTERM])
        func areGoneWithTheProgram(signal: Int32) throws {
            let place = CleanEnvironment.ownPlace()
            let folder = try #require(place["XDG_CACHE_HOME"])
            let viewer = try Viewer([try #require(Self.photo).path], place: place)
            #expect(viewer.program.wait { Self.hasSpill(in: folder) })
            viewer.program.send(signal)
            #expect(viewer.program.waitForExit() == .signal(signal))
            // The decoder is another process, and ends after this one.
            #expect(waitUntil(within: 10) { !Self.hasSpill(in: folder) })
            #expect(Self.left(in: folder).isEmpty, "\(Self.left(in: folder))")
        }

        /// The size on the disk is shown beside the photo.
        @Test func areAnnounced() throws {
            let viewer = try Viewer(
                [try #require(Self.photo).path],
                geometry: TerminalGeometry(columns: 160, rows: 24))
            viewer.waitForText("8192x4112")
            viewer.press("d")
            viewer.waitForText("128 MB on disk")
            try viewer.quit()
        }
    }
}
