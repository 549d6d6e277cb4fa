import Imaging
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// A terminal whose size changes keeps the mode and the centre of the view.
    @Suite struct Resizing {
        private static let start = TerminalGeometry(columns: 80, rows: 24)
        private static let sizes = [
            TerminalGeometry(columns: 60, rows: 20), TerminalGeometry(columns: 100, rows: 30),
            TerminalGeometry(columns: 33, rows: 7),
        ]

        @Test(arguments: sizes)
        func aFittedPhotoIsFittedAnew(geometry: TerminalGeometry) throws {
            let photo = TestPictures.wideGradient
            let viewer = try Viewer([try photo.path()])
            let before = try viewer.waitForFacts { $0.percent == 50 }
            try viewer.program.resize(to: geometry)
            try viewer.waitForFacts { $0.percent != before.percent }
            viewer.expectPicture(
                ExpectedView.fitted(photo.raster, screen: geometry.pictureArea))
            try viewer.quit()
        }

        @Test(arguments: sizes)
        func theOriginalStaysTheOriginalAboutItsCentre(geometry: TerminalGeometry) throws {
            let photo = TestPictures.largeMosaic.raster
            let viewer = try Viewer([try TestPictures.largeMosaic.path()])
            try viewer.waitForFacts { $0.percent < 100 }
            viewer.press("z")
            try viewer.waitForFacts { $0.percent == 100 }
            try viewer.program.resize(to: geometry)
            viewer.expectPicture(
                ExpectedView.originalCentre(of: photo, screen: geometry.pictureArea))
            try viewer.waitForFacts { $0.percent == 100 }
            try viewer.quit()
        }

        private static let last = [(60, 20), (33, 7), (1, 1), (2, 2), (500, 200), (80, 24)]

        /// Small cells, so that the largest screen does not take half a minute.
        private static func small(_ columns: Int, _ rows: Int) -> TerminalGeometry {
            TerminalGeometry(
                columns: columns, rows: rows, cell: CellMetrics(width: 4, height: 8))
        }

        private static let storms = [SimulatedTerminal.vt340, .st].flatMap { terminal in
            last.map { (terminal, $0) }
        }
        /// Each size in one of the two terminals, and three in both.
        private static let few = storms.enumerated().filter {
            $0.offset % 2 == $0.offset / last.count
        }.map(\.element)

        /// No earlier size may show: every pixel and every character is the same.
        @Test(
            "X4, X5: many quick resizes end in the frame of a fresh start",
            arguments: FullMatrix.all(storms, else: few))
        func aStormOfSizesEndsInTheFrameOfAFreshStart(
            terminal: SimulatedTerminal, size: (columns: Int, rows: Int)
        ) throws {
            let photo = try TestPictures.wideGradient.path()
            let geometry = Self.small(size.columns, size.rows)
            let fresh = try Viewer([photo], in: terminal, geometry: geometry)
            // A user who has zoomed gets no advice: the line below stays unchanged.
            fresh.press("zzw")
            let expected = fresh.waitForQuiet()
            try fresh.quit()
            let viewer = try Viewer([photo], in: terminal, geometry: Self.small(80, 24))
            try viewer.waitForFacts { _ in true }
            viewer.press("zzw")
            for step in 1...40 {
                try viewer.program.resize(to: Self.small(5 + step * 37 % 120, 1 + step * 17 % 50))
            }
            try viewer.program.resize(to: geometry)
            var snapshot = viewer.waitForQuiet()
            // On a busy machine a quiet moment may precede the end of drawing.
            for _ in 0..<3 where snapshot != expected { snapshot = viewer.waitForQuiet() }
            #expect(snapshot == expected, "\(viewer.waitsFor)")
            viewer.press(Key.controlL)
            #expect(viewer.waitForQuiet() == expected, "\(viewer.model.statusLine)")
            try viewer.quit()
        }

        @Test(
            "X4: any size is survived", arguments: [(1, 1), (2, 2), (500, 200), (3, 1), (1, 3)])
        func anySizeIsSurvived(columns: Int, rows: Int) throws {
            let photo = TestPictures.wideGradient
            let viewer = try Viewer([try photo.path()])
            try viewer.waitForFacts { _ in true }
            try viewer.program.resize(to: TerminalGeometry(columns: columns, rows: rows))
            try viewer.program.resize(to: Self.start)
            viewer.expectPicture(
                ExpectedView.fitted(photo.raster, screen: Self.start.pictureArea))
            try viewer.quit()
        }

        /// TIOCGWINSZ returns 0 for an unknown size, which is not a small one.
        @Test("X4: 0x0 is not a size: the screen is drawn as if it were 80x24")
        func nothingIsNoSize() throws {
            let photo = TestPictures.wideGradient
            let viewer = try Viewer([try photo.path()], in: .foot)
            try viewer.waitForFacts { $0.percent == 50 }
            let before = viewer.model.pictureCount
            try viewer.program.terminal.setSize(TerminalGeometry(columns: 0, rows: 0))
            #expect(viewer.program.wait { viewer.model.pictureCount > before })
            viewer.expectPicture(
                ExpectedView.fitted(photo.raster, screen: Self.start.pictureArea))
            try viewer.quit()
        }

        @Test(
            "X4: 0 pixels are not a size: the terminal is asked for its cells",
            arguments: [SimulatedTerminal.foot, .konsole], [(60, 20), (33, 7)])
        func noPixelsAreNoSize(
            terminal: SimulatedTerminal, size: (columns: Int, rows: Int)
        ) throws {
            let photo = try TestPictures.wideGradient.path()
            let geometry = TerminalGeometry(columns: size.columns, rows: size.rows)
            let fresh = try Viewer([photo], in: terminal, geometry: geometry)
            fresh.press("zzw")
            let expected = fresh.waitForQuiet()
            try fresh.quit()
            let viewer = try Viewer([photo], in: terminal)
            try viewer.waitForFacts { $0.percent == 50 }
            viewer.press("zzw")
            var unknown = geometry
            unknown.tellsPixels = false
            try viewer.program.resize(to: unknown)
            var snapshot = viewer.waitForQuiet()
            // On a busy machine a quiet moment may precede the end of drawing.
            for _ in 0..<3 where snapshot != expected { snapshot = viewer.waitForQuiet() }
            #expect(snapshot == expected, "\(viewer.waitsFor)")
            try viewer.quit()
        }
    }
}
