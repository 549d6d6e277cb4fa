import Foundation
import Imaging
import TerminalProtocols
import TestSupport
import Testing

/// The viewer in a known terminal, showing a collection of painted photos.
struct KnownTerminalStage {
    private let known: KnownTerminalCase
    private let host: Host
    private let geometry: TerminalGeometry

    /// The program that the terminal runs.
    private enum Host {
        case viewer(Viewer)
        case tmux(TmuxSession)
    }

    static let cells = CellSize(columns: 80, rows: 24)

    /// `isInTmux` runs tmux between the terminal and the viewer.
    init(_ known: KnownTerminalCase, isInTmux: Bool = false) throws {
        self.known = known
        geometry = TerminalGeometry(
            columns: Self.cells.columns, rows: Self.cells.rows, cell: known.terminal.cell)
        var place = CleanEnvironment.ownPlace()
        place["NASA_VIEW_DEMO"] = try PaintedCollection.folder.get()
        if isInTmux {
            host = .tmux(
                try TmuxSession(
                    ["--demo"], geometry: geometry, in: known.terminal, place: place))
        } else {
            host = .viewer(
                try Viewer(["--demo"], in: known.terminal, geometry: geometry, place: place))
        }
    }

    var model: TerminalModel {
        switch host {
        case .viewer(let viewer): viewer.model
        case .tmux(let session): session.model
        }
    }

    private var page: String { PageText.text(model.grid) }

    /// Presses keys, waits for a text and for rest, and checks that no picture covers the text.
    func press(
        _ keys: String, until text: String, _ place: SourceLocation = #_sourceLocation
    ) {
        switch host {
        case .viewer(let viewer):
            viewer.press(keys)
            viewer.waitForText(text, place)
            _ = viewer.waitForQuiet(place)
        case .tmux(let session):
            session.terminal.type(keys)
            let isThere = session.terminal.wait(within: 60) { session.page.contains(text) }
            #expect(isThere, "“\(text)” is not on the screen:\n\(page)", sourceLocation: place)
            session.waitForRest(place)
        }
        #expect(
            seenText.contains(text), "a picture covers “\(text)”:\n\(page)", sourceLocation: place)
        #expect(model.cellPictures.grayCount == 0, sourceLocation: place)
    }

    /// The text not covered by pictures; ncurses leaves U+00A0 beside pictures of placeholders.
    private var seenText: String {
        let canvas = model.canvas
        return model.grid.rows.enumerated().map { row, cells in
            cells.enumerated().map { column, cell in
                let middle = geometry.cell.middle(row: row, column: column)
                let place = (middle.y * canvas.size.width + middle.x) * Raster.bytesPerPixel
                return canvas.pixels[place + 3] == 0 ? cell.text : " "
            }.joined()
        }.joined(separator: "\n").replacing("\u{A0}", with: " ")
    }

    /// Everything visible, for comparison with a later state.
    var snapshot: Viewer.Snapshot { Viewer.Snapshot(pictures: pictures, page: seenText) }

    /// Expects an earlier state again; through tmux it may appear after a quiet moment.
    func expect(_ wished: Viewer.Snapshot, _ place: SourceLocation = #_sourceLocation) {
        if case .tmux(let session) = host { _ = session.terminal.wait { snapshot == wished } }
        #expect(snapshot == wished, sourceLocation: place)
    }

    /// The pixels of all pictures; of blocks, two to a cell.
    private var pictures: Raster { known.graphics.isText ? model.blocks : model.canvas }

    /// The size of a cell in picture elements.
    var metrics: CellMetrics {
        known.graphics.isText ? CellMetrics(width: 1, height: 2) : geometry.cell
    }

    /// The size of the full-screen view: all rows but the last, of sixel in whole bands.
    var viewSize: PixelSize {
        let all = metrics.pixels(
            of: CellSize(columns: Self.cells.columns, rows: Self.cells.rows - 1))
        let height = known.graphics == .sixel ? all.height / 6 * 6 : all.height
        return PixelSize(width: all.width, height: height)
    }

    private var view: Raster { pictures.cropped(to: PixelRect(viewSize)) }
}

/// Expectations.
extension KnownTerminalStage {
    /// Expects the photo as wide as the screen.
    func expectFit(_ photo: Raster, _ place: SourceLocation = #_sourceLocation) {
        let view = view
        let wished = PhotoComposition.fitted(photo, to: view.size)
        let best = wished.map { RasterDifference($0, view) }.min { $0.mean < $1.mean }
        expect(best, under: known.error * 2, "the photo as wide as the screen", place)
        expectNothing(outside: [PixelRect(view.size)], place)
    }

    /// Expects the photo at its original size, from a position within some columns and rows.
    @discardableResult
    func expectOriginal(
        _ photo: Raster, columns: Range<Int>, rows: Range<Int>,
        _ place: SourceLocation = #_sourceLocation
    ) throws -> PixelPoint {
        let view = view
        let origin = try #require(
            PhotoComposition.origin(of: view, in: photo, columns: columns, rows: rows),
            sourceLocation: place)
        let wished = photo.cropped(to: PixelRect(origin: origin, size: view.size))
        expect(
            RasterDifference(wished, view), under: known.error, "the original from \(origin)",
            place)
        expectNothing(outside: [PixelRect(view.size)], place)
        return origin
    }

    /// Expects pictures that fill their cells, or their borders, one of each photo.
    func expectThumbnails(
        at areas: [CellArea], isMatted: Bool = false, _ place: SourceLocation = #_sourceLocation
    ) {
        for (number, area) in areas.enumerated() {
            let all = pixels(of: area, inBands: true)
            let mat = isMatted ? matWidth : 0
            let pixels = PixelRect(
                x: all.minX + mat, y: all.minY + mat, width: all.size.width - 2 * mat,
                height: all.size.height - 2 * mat)
            // Cells with fractional pixels start and end half a pixel earlier or later.
            let inner = PixelRect(
                x: 1, y: 1, width: pixels.size.width - 2, height: pixels.size.height - 2)
            let corner = PixelPoint(x: pixels.minX + 1, y: pixels.minY + 1)
            let seen = pictures.cropped(to: PixelRect(origin: corner, size: inner.size))
            let apart = PaintedCollection.photos.map { photo in
                let wished = PhotoComposition.covering(pixels.size, with: photo.raster)
                return RasterDifference(wished.cropped(to: inner), seen)
            }
            // A thumbnail of blocks has 9x6 dots.
            let limit = known.error * (known.graphics.isText ? 8 : 5)
            expect(apart[number], under: limit, "the picture in \(area)", place)
            let nearest = apart.indices.min { apart[$0].mean < apart[$1].mean }
            #expect(nearest == number, "another photo's picture in \(area)", sourceLocation: place)
        }
        expectNothing(outside: areas.map { pixels(of: $0) }, place)
    }

    /// A third of a cell's width, rounded to a pixel; for blocks one dot.
    private var matWidth: Int {
        known.graphics.isText ? 1 : (geometry.cell.across.pixels(of: 1) + 1) / 3
    }

    /// Expects all of a photo in the centre of some cells.
    func expectWhole(
        _ photo: Raster, in area: CellArea, _ place: SourceLocation = #_sourceLocation
    ) {
        let room = pixels(of: area)
        let (wished, corner) = PhotoComposition.whole(photo, in: room.size)
        // A border, and the last band of sixels, may be cut.
        let inner = PixelRect(
            x: 2, y: 6, width: wished.size.width - 4, height: wished.size.height - 12)
        let best = (-3...3).map { shift in
            let start = PixelPoint(
                x: room.minX + corner.x + inner.minX, y: room.minY + corner.y + inner.minY + shift)
            return RasterDifference(
                wished.cropped(to: inner),
                pictures.cropped(to: PixelRect(origin: start, size: inner.size)))
        }.min { $0.mean < $1.mean }
        expect(best, under: known.error * 3, "all of the photo", place)
        expectNothing(outside: [room], place)
    }

    private func pixels(of area: CellArea, inBands: Bool = false) -> PixelRect {
        let start = metrics.origin(row: area.rows.lowerBound, column: area.columns.lowerBound)
        let end = metrics.origin(row: area.rows.upperBound, column: area.columns.upperBound)
        let height = end.y - start.y
        return PixelRect(
            x: start.x, y: start.y, width: end.x - start.x,
            height: inBands && known.graphics == .sixel ? height / 6 * 6 : height)
    }

    private func expect(
        _ difference: RasterDifference?, under limit: Double, _ what: String,
        _ place: SourceLocation
    ) {
        let mean = difference?.mean ?? .infinity
        #expect(
            mean < limit && difference?.holes == 0,
            "\(what): \(difference?.description ?? "nothing")", sourceLocation: place)
    }

    /// Expects no leftovers of pictures outside these areas.
    private func expectNothing(outside areas: [PixelRect], _ place: SourceLocation) {
        guard !known.graphics.isText else { return expectNoBlocks(outside: areas, place) }
        let rest = areas.reduce(pictures) { $0.cleared($1) }
        #expect(rest.isTransparent, "a picture is left over", sourceLocation: place)
    }

    private func expectNoBlocks(outside areas: [PixelRect], _ place: SourceLocation) {
        for (row, cells) in model.grid.rows.enumerated() {
            for (column, cell) in cells.enumerated() where ["▀", "▄", "█"].contains(cell.text) {
                let dot = PixelRect(x: column, y: row * 2, width: 1, height: 2)
                #expect(
                    areas.contains { $0.contains(dot) }, "a block is left over",
                    sourceLocation: place)
            }
        }
    }

    /// Sequences that the terminal does not know; tmux also sets modes.
    var faults: [String] {
        guard case .tmux = host else { return model.faults }
        return model.faults.filter { $0.contains("picture") || $0.contains("ENOENT") }
    }

    /// Expects that the terminal draws pictures by its best protocol only.
    func expectProtocol(_ place: SourceLocation = #_sourceLocation) {
        let wished: Set<GraphicsProtocol> = known.graphics.isText ? [] : [known.graphics]
        #expect(model.usedProtocols == wished, sourceLocation: place)
    }

    /// Leaves, and expects a restored terminal.
    func quit(_ place: SourceLocation = #_sourceLocation) throws {
        switch host {
        case .viewer(let viewer): try viewer.quit(place)
        case .tmux(let session):
            session.terminal.type("q")
            #expect(session.terminal.waitForExit() == .code(0), sourceLocation: place)
            #expect(model.leftovers == [], sourceLocation: place)
        }
        #expect(model.canvas.isTransparent, "a picture is left", sourceLocation: place)
    }
}
