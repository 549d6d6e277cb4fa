import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// Unrequested reports of a terminal take effect at once, and nothing invisible is drawn.
    @Suite struct TerminalReports {
        /// foot of 2026: it reports its colours, its size and the visibility of its window.
        private static let terminal: SimulatedTerminal = {
            var terminal = SimulatedTerminal.foot
            // More are used at rest only if it was fast enough.
            terminal.answers["␛[?1;1;0S"] = "␛[?1;0;256S"
            terminal.answers["␛[>q"] = "␛P>|foot(1.28.0)␛\\"
            for mode in [2031, 2033, 2048] { terminal.modes?[mode] = 2 }
            return terminal
        }()

        private static let light = "rgb:ffff/ffff/ffff"

        /// Shows the help, whose headings have a colour that suits the background.
        private static func help(in terminal: SimulatedTerminal) throws -> Viewer {
            let viewer = try Viewer([try TestPictures.wideGradient.path()], in: terminal)
            try viewer.waitForFacts { _ in true }
            viewer.press("?")
            viewer.waitForText("Keys")
            return viewer
        }

        private static func rows(of viewer: Viewer) -> [[ScreenCell]] {
            _ = viewer.waitForQuiet()
            return viewer.model.grid.rows
        }

        @Test func aChangeToLightColoursMakesThePageOfALightTerminal() throws {
            var lightTerminal = Self.terminal
            lightTerminal.answers["␛]11;?"] = "␛]11;\(Self.light)␛\\"
            let fresh = try Self.help(in: lightTerminal)
            let light = Self.rows(of: fresh)
            let viewer = try Self.help(in: Self.terminal)
            let dark = Self.rows(of: viewer)
            // Compared separately: the cells of two pages are too long for a failure message.
            let differ = dark != light
            #expect(differ)
            viewer.program.changeColours(background: Self.light, isLight: true)
            #expect(viewer.program.wait { viewer.model.grid.rows == light })
            viewer.program.changeColours(background: "rgb:0/0/0", isLight: false)
            #expect(viewer.program.wait { viewer.model.grid.rows == dark })
            for viewer in [fresh, viewer] {
                viewer.press("?")
                try viewer.waitForFacts { _ in true }
                try viewer.quit()
            }
        }

        @Test func aHiddenWindowIsDrawnNothingAndOnReturnAllIsRight() throws {
            let photo = try TestPictures.wideGradient.path()
            let geometry = TerminalGeometry(columns: 60, rows: 20)
            let fresh = try Viewer([photo], in: Self.terminal, geometry: geometry)
            fresh.press("zzw")
            let wished = fresh.waitForQuiet()
            try fresh.quit()
            let viewer = try Viewer([photo], in: Self.terminal)
            try viewer.waitForFacts { _ in true }
            viewer.press("zzw")
            _ = viewer.waitForQuiet()
            viewer.program.setVisible(false)
            // A new size is reported by a signal, which may overtake the terminal's reports.
            _ = viewer.waitForQuiet()
            try viewer.program.resize(to: geometry)
            let hidden = viewer.waitForQuiet()
            let count = viewer.model.pictureCount
            viewer.program.changeColours(background: Self.light, isLight: true)
            viewer.program.changeColours(background: "rgb:0/0/0", isLight: false)
            #expect(viewer.waitForQuiet() == hidden)
            #expect(viewer.model.pictureCount == count)
            viewer.program.setVisible(true)
            #expect(viewer.program.wait { viewer.model.pictureCount > count })
            #expect(viewer.waitForQuiet() == wished)
            try viewer.quit()
        }

        /// Nothing has changed, so nothing is drawn.
        @Test func aWindowThatComesBackUnchangedIsLeftAlone() throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()], in: Self.terminal)
            try viewer.waitForFacts { _ in true }
            viewer.press("zzw")
            let snapshot = viewer.waitForQuiet()
            let output = viewer.program.output.count
            viewer.program.setVisible(false)
            _ = viewer.waitForQuiet()
            viewer.program.setVisible(true)
            #expect(viewer.waitForQuiet() == snapshot)
            #expect(viewer.program.output.count == output)
            try viewer.quit()
        }

        /// A user who types sees the answer, regardless of the terminal's reports.
        @Test func aKeyIsAnsweredAlsoInAHiddenWindow() throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()], in: Self.terminal)
            try viewer.waitForFacts { $0.percent == 50 }
            viewer.program.setVisible(false)
            _ = viewer.waitForQuiet()
            viewer.press("z")
            try viewer.waitForFacts { $0.percent == 100 }
            try viewer.quit()
        }

        /// The terminal answers neither 14t nor 16t, and the kernel does not know the pixels.
        @Test func theReportedPixelsAreThoseOfThePicture() throws {
            var terminal = Self.terminal
            for question in ["␛[14t", "␛[16t", "␛[18t", "␛[?2;1;0S"] {
                terminal.answers[question] = nil
            }
            let photo = TestPictures.wideGradient
            let sizes = [
                TerminalGeometry(columns: 80, rows: 24, tellsPixels: false),
                TerminalGeometry(columns: 60, rows: 20, tellsPixels: false),
                // The same cells in another font.
                TerminalGeometry(
                    columns: 60, rows: 20, cell: CellMetrics(width: 6, height: 13),
                    tellsPixels: false),
            ]
            let viewer = try Viewer([try photo.path()], in: terminal, geometry: sizes[0])
            for geometry in sizes {
                try viewer.program.resize(to: geometry)
                viewer.expectPicture(
                    ExpectedView.fitted(photo.raster, screen: geometry.pictureArea))
                _ = viewer.waitForQuiet()
                // The report follows the answers: if it is late, the first frame uses assumed
                // cells.
                if geometry == sizes[0] { viewer.program.forgetFaults() }
            }
            try viewer.quit()
        }

        /// A terminal that knows none of the modes is sent none: the model would report a fault.
        @Test(arguments: [SimulatedTerminal.vt340, .kitty, .konsole, .st])
        func aTerminalWithoutTheModesIsNotSentThem(terminal: SimulatedTerminal) throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()], in: terminal)
            try viewer.waitForFacts { _ in true }
            for mode in [2031, 2033, 2048] { #expect(!viewer.model.modes.isOn(mode)) }
            try viewer.quit()
        }

        @Test(arguments: [SIGTERM, SIGSEGV])
        func everyModeIsResetByASignal(signal: Int32) throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()], in: Self.terminal)
            try viewer.waitForFacts { _ in true }
            for mode in [2031, 2033, 2048] {
                #expect(viewer.program.wait { viewer.model.modes.isOn(mode) })
            }
            viewer.program.send(signal)
            #expect(viewer.program.waitForExit() == .signal(signal))
            try expectTerminalRestored(viewer.program)
        }
    }
}
