import Fuzzing
import Imaging
import Localization
import Screens
import TerminalProtocols

/// A visit: keys, clicks and sizes of the window, and answers that arrive late, twice or never.
enum VisitTarget: FuzzTarget {
    static let name = "visit"

    /// Enough to reach everything; each shows a whole page.
    private static let steps = 100

    static func take(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        var visit = FuzzedVisit(&input)
        for _ in 0..<steps where !input.rest.isEmpty {
            visit.go(on: &input)
            try expectPromises(of: visit.screens.view, visit.size)
            try expect(visit.redrawing() == [.app(.redraw)], "Ctrl-L does not draw anew")
        }
        try expect(visit.interrupt() == [.app(.interrupt)], "Ctrl-C does not interrupt")
    }

    private static func expectPromises(of view: ScreenView, _ size: ScreenSize) throws {
        switch view {
        case .page(let page, let pictures):
            try expectInside(page, size.cells)
            for picture in pictures where !picture.isAhead {
                try expectInside(picture, size.cells)
            }
        case .waiting(let page, _): try expectInside(page, size.cells)
        case .photo(let view):
            let (viewport, status) = (view.viewport, view.bar)
            try expect(status.text.width <= size.cells.columns, "a status line that is too long")
            try expect(viewport.screen == size.picture?.size, "a view of another size")
            try expectTheRule(viewport)
        }
    }

    private static func expectInside(_ page: TextPage, _ cells: CellSize) throws {
        try expect(page.size == cells, "a page of another size")
        for run in page.runs {
            try expect((0..<cells.rows).contains(run.position.row), "a line outside the page")
            try expect(
                run.position.column >= 0
                    && run.position.column + run.text.width <= cells.columns,
                "a line that is too long")
        }
    }

    private static func expectInside(_ picture: PagePicture, _ cells: CellSize) throws {
        let (place, size) = (picture.origin, picture.size)
        try expect(
            place.row >= 0 && place.column >= 0 && size.rows > 0 && size.columns > 0
                && place.row + size.rows <= cells.rows
                && place.column + size.columns <= cells.columns,
            "a picture outside the page: \(size) cells at \(place) of \(cells)")
    }

    /// Never narrower than the screen, never larger than the original unless that is narrower.
    private static func expectTheRule(_ viewport: Viewport) throws {
        let window = viewport.window
        try expect(window.scaled.width >= viewport.screen.width, "narrower than the screen")
        try expect(
            window.scaled.width <= max(viewport.photo.width, viewport.screen.width),
            "larger than the original")
    }
}
