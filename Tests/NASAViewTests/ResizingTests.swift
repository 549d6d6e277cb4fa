import Imaging
import TestSupport
import Testing

extension WholeProgram {
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
            let before = try viewer.waitForFacts { $0.percent == 100 }
            try viewer.program.resize(to: geometry)
            let facts = try viewer.waitForFacts { $0.origin != before.origin }
            #expect(facts.percent == 100)
            let old = before.centre(of: Self.start.pictureArea, scale: 1)
            let new = facts.centre(of: geometry.pictureArea, scale: 1)
            #expect(abs(old.x - new.x) <= 1)
            #expect(abs(old.y - new.y) <= 1)
            viewer.expectPicture([
                ExpectedView.original(photo, facts.origin, screen: geometry.pictureArea)
            ])
            try viewer.quit()
        }

        private static let last = [(60, 20), (33, 7), (1, 1), (2, 2), (500, 200), (80, 24)]

        /// The status line apart, which says the same of both, the last pixel counts.
        @Test(arguments: [PlayedTerminal.vt340, .foot, .st], last)
        func aStormOfSizesEndsInTheFrameOfAFreshStart(
            terminal: PlayedTerminal, size: (columns: Int, rows: Int)
        ) throws {
            let photo = try TestPictures.wideGradient.path()
            let geometry = TerminalGeometry(columns: size.columns, rows: size.rows)
            let fresh = try Viewer([photo], in: terminal, geometry: geometry)
            let expected = fresh.waitForQuiet()
            try fresh.quit()
            let viewer = try Viewer([photo], in: terminal)
            try viewer.waitForFacts { _ in true }
            for step in 1...40 {
                try viewer.program.resize(
                    to: TerminalGeometry(columns: 5 + step * 37 % 120, rows: 1 + step * 17 % 50))
            }
            try viewer.program.resize(to: geometry)
            let isSo = viewer.program.wait {
                viewer.program.status != nil || viewer.sight == expected
            }
            #expect(isSo && viewer.sight == expected, "\(viewer.page)\n---\n\(expected.page)")
            try viewer.quit()
        }

        @Test(arguments: [(1, 1), (2, 2), (500, 200), (3, 1), (1, 3)])
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
    }
}
