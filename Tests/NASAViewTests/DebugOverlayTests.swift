import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// d, and --stats at exit: the cost of a picture.
    @Suite struct Overlays {
        private static let wide = TerminalGeometry(columns: 160, rows: 24)

        @Test(arguments: [
            (SimulatedTerminal.vt340, #"sixel \d+x\d+  at rest  decode \d"#),
            (.kitty, #"kitty \d+x\d+  decode \d"#),
        ])
        func tellWhatAPictureCost(terminal: SimulatedTerminal, begins: String) throws {
            let line = try Regex(begins + #".* bytes"#)
            let viewer = try Viewer(
                [try TestPictures.wideGradient.path()], in: terminal, geometry: Self.wide)
            try viewer.waitForFacts { _ in true }
            viewer.press("d")
            #expect(viewer.program.wait { viewer.page.contains(line) }, "\(viewer.page)")
            try viewer.quit()
        }

        /// A pan in kitty renders no picture: its line has only the bytes and the terminal's time.
        @Test func tellThatAPanInKittyIsAFewBytes() throws {
            let viewer = try Viewer(
                [try TestPictures.wideGradient.path()], in: .kitty)
            viewer.press("z")
            try viewer.waitForFacts { $0.percent == 100 }
            viewer.press("d")
            viewer.waitForText("decode ")
            viewer.press("l")
            let line = #/kitty \d+x\d+  (write \d+ ms  )?\d{2,3} bytes/#
            #expect(viewer.program.wait { viewer.page.contains(line) }, "\(viewer.page)")
            try viewer.quit()
        }

        @Test(
            .enabled(if: ProcessStatistics.areTold, "needs /proc"),
            arguments: [SimulatedTerminal.vt340, .kitty])
        func areSummedUpOnLeaving(terminal: SimulatedTerminal) throws {
            let photo = try ScratchFile(
                PlainPNG.blank(PixelSize(width: 8192, height: 4112)), name: "large.png")
            let viewer = try Viewer(["--stats", photo.path], in: terminal, geometry: Self.wide)
            try viewer.waitForFacts { _ in true }
            viewer.press("d")
            viewer.waitForText("128 MB on disk")
            let processes =
                [viewer.program.identifier] + Workers(session: viewer.program.identifier).photos
            let known = try processes.map { try ProcessStatistics(of: $0).peakMegabytes }
            viewer.press("q")
            #expect(viewer.program.waitForExit() == .code(0))
            let stats =
                #/\d+ tiles, \d+% reused, \d+ MB in memory, 128 MB on disk, peak memory (\d+) MB/#
            let told = viewer.page.firstMatch(of: stats).flatMap { Int($0.output.1) }
            // The sum of both processes: the one on the screen and the decoder.
            #expect(try #require(told, "\(viewer.page)") >= known.reduce(0, +), "\(known)")
        }
    }
}

extension WholeProgramDrawing {
    /// NASA_VIEW_LOG: a frame from the key to its bytes.
    @Suite struct FrameLogs {
        private static func folder() throws -> URL {
            let folder = CleanEnvironment.home.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return folder
        }

        private static func start(logging path: String) throws -> ProgramStart {
            var start = ProgramStart(try BuiltProgram.viewer.path(), ["--demo", "demo-limb"])
            start.environment["NASA_VIEW_LOG"] = path
            return start
        }

        /// Returns the first words of the lines that follow a key.
        private static func steps(after key: String, in path: String) -> [String] {
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            let lines = text.split(separator: "\n").map { $0.drop { $0 != " " }.dropFirst() }
            return lines.drop { $0 != "key \(key)" }.dropFirst().map {
                String($0.prefix { $0.isLetter })
            }
        }

        /// True if a frame was requested, rendered, sent and drawn, with anything in between.
        private static func isWhole(_ steps: [String]) -> Bool {
            var rest = ["ask", "made", "sent", "drawn"][...]
            for step in steps where step == rest.first { rest = rest.dropFirst() }
            return rest.isEmpty
        }

        @Test func aKeyIsFollowedByWhatCameOfIt() throws {
            let path = try Self.folder().appending(path: "frames.log").path
            let program = try TerminalProgram(try Self.start(logging: path), in: .vt340)
            #expect(program.wait { program.model.pictureCount > 0 })
            program.type("+")
            #expect(program.wait { Self.isWhole(Self.steps(after: "+", in: path)) })
            program.type("q")
            #expect(program.waitForExit() == .code(0))
            let permissions = try FileManager.default.attributesOfItem(atPath: path)
            #expect(permissions[.posixPermissions] as? Int == 0o600)
        }

        /// A rendered picture changes nothing on the screens.
        @Test func theViewIsBuiltOnceForAKey() throws {
            let path = try Self.folder().appending(path: "frames.log").path
            let program = try TerminalProgram(try Self.start(logging: path), in: .vt340)
            #expect(program.wait { program.model.pictureCount > 0 })
            program.type("+")
            #expect(program.wait { Self.isWhole(Self.steps(after: "+", in: path)) })
            let steps = Self.steps(after: "+", in: path).prefix { $0 != "sent" }
            #expect(steps.filter { $0 == "view" } == ["view"], "\(steps)")
            program.type("q")
            #expect(program.waitForExit() == .code(0))
        }

        @Test func aLinkInItsPlaceIsNotFollowedAndNothingIsDisturbed() throws {
            let folder = try Self.folder()
            let target = folder.appending(path: "precious").path
            try Data("precious".utf8).write(to: URL(filePath: target))
            let link = folder.appending(path: "frames.log").path
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: target)
            let program = try TerminalProgram(try Self.start(logging: link), in: .vt340)
            #expect(program.wait { program.model.pictureCount > 0 })
            program.type("q")
            #expect(program.waitForExit() == .code(0))
            #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
        }
    }
}
