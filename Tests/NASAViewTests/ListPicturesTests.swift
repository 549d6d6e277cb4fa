import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// The library's list with its pictures, in the built program.
    @Suite struct ListPictures {
        /// Single-coloured photos, in the order of the list.
        private static let colours: [[UInt8]] = [
            [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0], [255, 0, 255], [0, 255, 255],
            [204, 102, 0], [102, 204, 51], [51, 102, 204], [153, 0, 51], [0, 153, 102],
            [102, 51, 153], [204, 204, 204], [153, 153, 51],
        ]

        private static let geometry = TerminalGeometry(
            columns: 80, rows: 24, cell: CellMetrics(width: 8, height: 16))

        private static func library() throws -> TestLibrary {
            try TestLibrary(
                colours.enumerated().map { index, colour in
                    let raster = Raster(PixelSize(width: 320, height: 200)) { _, _ in
                        (colour[0], colour[1], colour[2])
                    }
                    return LibraryItem(
                        id: "PIA0000\(index)", title: "Photo \(index)",
                        sizes: [("thumb", raster), ("orig", raster)])
                })
        }

        /// Returns the colours of the pictures on the screen from the top, each once.
        private static func seen(_ terminal: TerminalModel) -> [[UInt8]] {
            var colours: [[UInt8]] = []
            for row in 0..<geometry.cells.rows - 1 {
                guard let colour = colour(row, terminal), colours.last != colour else { continue }
                colours.append(colour)
            }
            return colours
        }

        /// Returns the colour in the middle of the fourth column, which every picture of a list
        /// covers.
        private static func colour(_ row: Int, _ terminal: TerminalModel) -> [UInt8]? {
            guard terminal.profile.showsSixel else { return blockColour(row, terminal) }
            let canvas = terminal.canvas
            let place = ((row * 16 + 8) * canvas.size.width + 3 * 8 + 4) * 4
            guard canvas.pixels[place + 3] != 0 else { return nil }
            return Array(canvas.pixels[place..<place + 3])
        }

        private static func blockColour(_ row: Int, _ terminal: TerminalModel) -> [UInt8]? {
            let cell = terminal.grid.rows[row][3]
            // A blank of coloured text shows nothing.
            guard
                cell.style.background != .standard
                    || cell.style.foreground != .standard && cell.text != " "
            else {
                return nil
            }
            return cell.halves?.upper
        }

        /// Returns the numbers of the titles on the screen from the top, and their expected
        /// colours.
        private static func expected(_ terminal: TerminalModel) -> [[UInt8]] {
            terminal.grid.rows.dropFirst().compactMap { row in
                PageText.line(row).firstMatch(of: /Photo (\d+)/).flatMap { Int($0.1) }
            }.map { colours[$0] }
        }

        private func expectPicturesBesideTheirTitles(
            _ viewer: Viewer, _ place: SourceLocation = #_sourceLocation
        ) {
            let isSo = viewer.program.wait {
                let wished = Self.expected(viewer.model)
                return wished.count == 4 && Self.seen(viewer.model) == wished
            }
            #expect(
                isSo, "\(Self.seen(viewer.model)) beside\n\(viewer.page)", sourceLocation: place)
        }

        @Test(arguments: [SimulatedTerminal.vt340, .foot, .vte])
        func eachPictureStandsBesideItsTitleWhereverOneGoes(terminal: SimulatedTerminal) throws {
            let library = try Self.library()
            let viewer = try Viewer(
                ["--search", "photo", "--grid", "0", "--api", library.address], in: terminal,
                geometry: Self.geometry)
            expectPicturesBesideTheirTitles(viewer)
            for keys in ["jjj", "jjjjjjjj", "kk", Key.home, Key.end] {
                viewer.press(keys)
                expectPicturesBesideTheirTitles(viewer)
            }
            // Thumbnails are cached: scrolling back requests nothing.
            let asked = library.requests.count
            for keys in [Key.home, Key.end] {
                viewer.press(keys)
                expectPicturesBesideTheirTitles(viewer)
            }
            #expect(library.requests.count == asked)
            viewer.press("?")
            viewer.waitForText("size of thumbnails")
            viewer.press("q")
            viewer.waitForText("Photo")
            expectPicturesBesideTheirTitles(viewer)
            #expect(viewer.model.faults.isEmpty)
            try viewer.quit()
        }
    }
}
