package import Imaging

/// Pictures as stored by xterm.js: each cell holds a tile of one, and text does not remove it.
///
/// A cell drops its tile only when its whole line is cleared or another picture is drawn there. A
/// picture without cells is discarded when the next one is drawn, and one that kitty's protocol
/// deletes at once: the cells that still hold its tiles show a gray box.
package struct CellPictures: Sendable {
    private struct Tile {
        let picture: Int
        /// The cell of the picture.
        let place: GridPosition
        /// False if text was written over it: the tile stays, but no longer counts.
        var counts = true
    }

    private var tiles: [GridPosition: Tile] = [:]
    private var drawn: [Int: Raster] = [:]
    private var nextPicture = 1
    /// The pictures of kitty's protocol, by their IDs, and the last drawn copy of each.
    package private(set) var sent = KittyStore()
    private var lastDrawn: [Int: Int] = [:]

    /// True if no cell holds a tile.
    package var isEmpty: Bool { tiles.isEmpty }

    /// The cells that show a gray box.
    package var grayCount: Int { tiles.values.count { drawn[$0.picture] == nil } }

    mutating func draw(
        _ raster: Raster, at place: GridPosition, on screen: TerminalGeometry, of image: Int? = nil
    ) {
        let picture = nextPicture
        nextPicture += 1
        let size = screen.cell.cells(covering: raster.size)
        for row in 0..<min(size.rows, screen.cells.rows - place.row) {
            for column in 0..<min(size.columns, screen.cells.columns - place.column) {
                let cell = GridPosition(row: place.row + row, column: place.column + column)
                tiles[cell] = Tile(picture: picture, place: GridPosition(row: row, column: column))
            }
        }
        if let image { lastDrawn[image] = picture }
        throwAwayUnseen()
        drawn[picture] = raster
    }

    private mutating func throwAwayUnseen() {
        let seen = Set(tiles.values.filter(\.counts).map(\.picture))
        for picture in drawn.keys where !seen.contains(picture) {
            drawn[picture] = nil
            for image in lastDrawn.keys where lastDrawn[image] == picture { sent.free(image) }
        }
    }

    /// Marks cells where text was written, or a part of a line erased.
    mutating func write(over area: CellArea) {
        for row in area.rows {
            for column in area.columns {
                tiles[GridPosition(row: row, column: column)]?.counts = false
            }
        }
    }

    mutating func clear(rows: Range<Int>) { tiles = tiles.filter { !rows.contains($0.key.row) } }

    /// Forgets everything when another screen is shown.
    mutating func forget() { self = CellPictures() }

    /// Performs a command of kitty's protocol, or a piece of one.
    ///
    /// - Returns: the answer and its number, if any.
    mutating func perform(
        _ keys: [String: String], _ payload: [UInt8], at place: GridPosition,
        in terminal: SimulatedTerminal, on screen: TerminalGeometry
    ) -> KittyPictures.Outcome? {
        guard let whole = sent.collect(keys, payload) else { return nil }
        var outcome = KittyPictures.Outcome()
        outcome.image = KittyStore.number("i", whole.keys) ?? 0
        switch whole.keys["a"] {
        case "t":
            let error = sent.store(
                whole.keys, whole.payload, from: terminal.kittyMedia, by: terminal.kittyRules)
            guard let error else { return nil }
            outcome.message = error
        case "p":
            outcome.placement = KittyStore.number("p", whole.keys)
            show(whole.keys, at: place, by: terminal.kittyRules, on: screen, &outcome)
        case "d":
            if let image = KittyStore.number("i", whole.keys) { delete(image) }
            return nil
        default: outcome.message = "EINVAL:unsupported action"
        }
        return outcome
    }

    private mutating func show(
        _ keys: [String: String], at place: GridPosition, by rules: KittyRules,
        on screen: TerminalGeometry, _ outcome: inout KittyPictures.Outcome
    ) {
        guard let raster = sent.images[outcome.image] else {
            return outcome.message = "ENOENT:image not found"
        }
        guard let part = KittyPart(keys, of: raster.size, on: screen.cell, rules) else {
            return outcome.message = "EINVAL:image rendering failed"
        }
        var shown = raster.cropped(to: part.part)
        if shown.size != part.size { shown = shown.resized(to: part.size) }
        draw(shown.shifted(by: part.shift), at: place, on: screen, of: outcome.image)
        outcome.shownRows = part.size.height
        if keys["C"] != "1" {
            outcome.advance = CellSize(columns: part.cells.columns, rows: part.cells.rows - 1)
        }
    }

    private mutating func delete(_ image: Int) {
        sent.free(image)
        if let picture = lastDrawn.removeValue(forKey: image) { drawn[picture] = nil }
    }

    /// Returns all pixels of a screen; transparent black without a picture.
    package func raster(on screen: TerminalGeometry) -> Raster {
        let size = screen.pixels
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * Raster.bytesPerPixel)
        for (cell, tile) in tiles {
            let start = screen.cell.origin(row: cell.row, column: cell.column)
            let end = screen.cell.origin(row: cell.row + 1, column: cell.column + 1)
            let from = screen.cell.origin(row: tile.place.row, column: tile.place.column)
            let picture = drawn[tile.picture]
            for y in start.y..<min(end.y, size.height) {
                for x in start.x..<min(end.x, size.width) {
                    let source = PixelPoint(x: from.x + x - start.x, y: from.y + y - start.y)
                    guard let pixel = Self.pixel(of: picture, at: source) else { continue }
                    let place = (y * size.width + x) * Raster.bytesPerPixel
                    pixels.replaceSubrange(place..<place + Raster.bytesPerPixel, with: pixel)
                }
            }
        }
        return Raster(size: size, pixels: pixels, isOpaque: false)
    }

    private static let gray: [UInt8] = [128, 128, 128, 255]

    /// Returns a pixel; nothing beyond the edge of a picture, and gray for a deleted one.
    private static func pixel(of picture: Raster?, at place: PixelPoint) -> ArraySlice<UInt8>? {
        guard let picture else { return gray[...] }
        guard place.x < picture.size.width, place.y < picture.size.height else { return nil }
        let start = (place.y * picture.size.width + place.x) * Raster.bytesPerPixel
        let pixel = picture.pixels[start..<start + Raster.bytesPerPixel]
        return pixel.last == 0 ? nil : pixel
    }
}

extension Raster {
    /// Returns the picture with transparent pixels above and to the left.
    fileprivate func shifted(by shift: PixelPoint) -> Raster {
        guard shift != .origin else { return self }
        let new = PixelSize(width: size.width + shift.x, height: size.height + shift.y)
        let blank = [UInt8](repeating: 0, count: shift.x * Self.bytesPerPixel)
        var all = [UInt8](repeating: 0, count: new.width * shift.y * Self.bytesPerPixel)
        for row in 0..<size.height {
            let line = size.width * Self.bytesPerPixel
            all += blank + pixels[row * line..<(row + 1) * line]
        }
        return Raster(size: new, pixels: all, isOpaque: false)
    }
}
