import Imaging
import TerminalProtocols
import TestSupport
import Testing

/// The same photos in each terminal that the program knows by name, compared with the visible
/// pictures.
///
/// They run in parallel: each mostly waits for its program.
@Suite enum WholeProgramTerminals {
    @Suite struct Stories {
        private static let first = PaintedCollection.photos[0].raster

        @Test(
            arguments: FullMatrix.all(KnownTerminalCase.served, else: KnownTerminalCase.kinds))
        func eachPageShowsItsPhotosAndNothingElse(in known: KnownTerminalCase) throws {
            try play(KnownTerminalStage(known))
        }

        @Test(
            .enabled(if: TmuxSession.program != nil, "skipped: tmux is not installed"),
            arguments: KnownTerminalCase.outsideTmux)
        func eachPageShowsItsPhotosThroughTmux(in known: KnownTerminalCase) throws {
            try play(KnownTerminalStage(known, isInTmux: true))
        }

        private func play(_ stage: KnownTerminalStage) throws {
            stage.press("", until: "?: keys")
            stage.expectThumbnails(at: PageAreas.grid, isMatted: true)
            let grid = stage.snapshot
            stage.press("\t", until: "Tab: grid")
            stage.expectThumbnails(at: PageAreas.list)
            stage.press("\t", until: "?: keys")
            stage.expect(grid)
            stage.press("i", until: "painted-0")
            stage.expectWhole(Self.first, in: PageAreas.page(Self.first.size, stage.metrics))
            let page = stage.snapshot
            try look(at: stage)
            stage.press("q", until: "painted-0")
            stage.expect(page)
            stage.press("q", until: "?: keys")
            stage.expect(grid)
            stage.expectProtocol()
            #expect(stage.faults == [])
            try stage.quit()
        }

        /// Views the photo: fit, original size, steps to the right and down.
        private func look(at stage: KnownTerminalStage) throws {
            let photo = Self.first
            stage.press("\r", until: "1/5")
            stage.expectFit(photo)
            stage.press("*", until: "100%")
            let size = stage.viewSize
            let middle = PixelPoint(
                x: (photo.size.width - size.width) / 2, y: (photo.size.height - size.height) / 2)
            try stage.expectOriginal(
                photo, columns: middle.x - 12..<middle.x + 13, rows: middle.y - 20..<middle.y + 21)
            stage.press(Key.home + "g", until: "100%")
            try stage.expectOriginal(photo, columns: 0..<1, rows: 0..<1)
            stage.press(Key.right, until: "100%")
            let right = size.width / 20..<size.width / 5
            let panned = try stage.expectOriginal(photo, columns: right, rows: 0..<1)
            stage.press(Key.down, until: "100%")
            try stage.expectOriginal(
                photo, columns: panned.x..<panned.x + 1, rows: size.height / 20..<size.height / 5)
            stage.press(Key.up, until: "100%")
            try stage.expectOriginal(photo, columns: panned.x..<panned.x + 1, rows: 0..<1)
            stage.press("z", until: "1/5")
            _ = stage.snapshot
        }
    }
}

/// The positions of pictures on pages of 80x24 cells.
private enum PageAreas {
    /// Three tiles share the columns.
    static let grid = (0..<5).map { number in
        let column = [0, 26, 53][number % 3]
        return area(
            row: 1 + number / 3 * 7, column: column, columns: column == 0 ? 26 : 27, rows: 7)
    }
    /// Below a blank row, with one between them.
    static let list = (0..<4).map { area(row: 2 + $0 * 5, column: 1, columns: 12, rows: 4) }
    /// In the photo's own shape, beside the text.
    static func page(_ photo: PixelSize, _ cell: CellMetrics) -> CellArea {
        let columns = 42
        let height = Double(cell.across.pixels(of: columns) * photo.height) / Double(photo.width)
        let rows = (height / cell.down.cell - 0.1).rounded(.up)
        return area(row: 3, column: 1, columns: columns, rows: Int(rows))
    }

    private static func area(row: Int, column: Int, columns: Int, rows: Int) -> CellArea {
        CellArea(rows: row..<row + rows, columns: column..<column + columns)
    }
}
