import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// d, and --stats on leaving: what a picture cost.
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

        /// A pan in kitty makes no picture: its line has the bytes and the terminal's time alone.
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
            .enabled(if: ProcessFigures.areTold, "needs /proc"),
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
            let known = try processes.map { try ProcessFigures(of: $0).peakMegabytes }
            viewer.press("q")
            #expect(viewer.program.waitForExit() == .code(0))
            let stats =
                #/\d+ tiles, \d+% reused, \d+ MB in memory, 128 MB on disk, peak memory (\d+) MB/#
            let told = viewer.page.firstMatch(of: stats).flatMap { Int($0.output.1) }
            // Of both processes, the one on the screen and the one that decodes.
            #expect(try #require(told, "\(viewer.page)") >= known.reduce(0, +), "\(known)")
        }
    }
}
