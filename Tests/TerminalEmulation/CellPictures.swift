import Foundation
package import Imaging

/// Pictures as xterm.js keeps them: each cell holds a tile of one, and text does not take it away.
///
/// A cell lets go of its tile only when its whole line is cleared or another picture is drawn there. A
/// picture without cells is thrown away when the next one is drawn, and one that kitty's protocol
/// deletes at once: the cells that still hold a tile of it show a gray box.
package struct CellPictures: Sendable {
    private struct Tile {
        let picture: Int
        /// The cell of the picture.
        let place: CellPlace
        /// Text written over it leaves the tile there, but it counts no longer.
        var counts = true
    }

    private var tiles: [CellPlace: Tile] = [:]
    private var drawn: [Int: Raster] = [:]
    private var nextPicture = 1
    /// The pictures of kitty's protocol, by their ids, and which of those drawn is the last of each.
    private var sent: [Int: Raster] = [:]
    private var lastDrawn: [Int: Int] = [:]
    private var chunks: (keys: [String: String], payload: [UInt8])?

    /// Whether any cell holds a tile.
    package var isEmpty: Bool { tiles.isEmpty }

    /// The cells that show a gray box.
    package var grayCount: Int { tiles.values.count { drawn[$0.picture] == nil } }

    mutating func draw(
        _ raster: Raster, at place: CellPlace, on screen: TerminalGeometry, of image: Int? = nil
    ) {
        let picture = nextPicture
        nextPicture += 1
        let size = screen.cell.cells(covering: raster.size)
        for row in 0..<min(size.rows, screen.cells.rows - place.row) {
            for column in 0..<min(size.columns, screen.cells.columns - place.column) {
                let cell = CellPlace(row: place.row + row, column: place.column + column)
                tiles[cell] = Tile(picture: picture, place: CellPlace(row: row, column: column))
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
            for image in lastDrawn.keys where lastDrawn[image] == picture { sent[image] = nil }
        }
    }

    /// Text was written there, or a part of a line erased.
    mutating func write(over area: CellArea) {
        for row in area.rows {
            for column in area.columns {
                tiles[CellPlace(row: row, column: column)]?.counts = false
            }
        }
    }

    mutating func clear(rows: Range<Int>) { tiles = tiles.filter { !rows.contains($0.key.row) } }

    /// Another screen is shown: what the one before had is gone.
    mutating func forget() { self = CellPictures() }

    /// A command of kitty's protocol.
    ///
    /// - Returns: what is answered, if anything.
    mutating func perform(
        _ keys: [String: String], _ payload: [UInt8], at place: CellPlace,
        on screen: TerminalGeometry
    ) -> String? {
        switch keys["a"] ?? chunks?.keys["a"] {
        case "t": store(keys, payload)
        case "p": return show(keys, at: place, on: screen)
        case "d": if let image = Self.number("i", keys) { delete(image) }
        default: return "EINVAL:unsupported action"
        }
        return nil
    }

    private mutating func store(_ keys: [String: String], _ payload: [UInt8]) {
        var whole = chunks ?? (keys, [])
        whole.payload += Data(base64Encoded: Data(payload)) ?? Data()
        chunks = keys["m"] == "1" ? whole : nil
        guard chunks == nil, let image = Self.number("i", whole.keys) else { return }
        sent[image] = Self.raster(whole.keys, whole.payload)
    }

    /// A PNG, or pixels of four bytes.
    private static func raster(_ keys: [String: String], _ bytes: [UInt8]) -> Raster? {
        guard keys["f"] == "32" else { return try? PNGFileReader.raster(bytes) }
        let size = PixelSize(width: number("s", keys) ?? 0, height: number("v", keys) ?? 0)
        guard bytes.count == size.width * size.height * Raster.bytesPerPixel else { return nil }
        return Raster(size: size, pixels: bytes, isOpaque: false)
    }

    private mutating func show(
        _ keys: [String: String], at place: CellPlace, on screen: TerminalGeometry
    ) -> String? {
        guard let image = Self.number("i", keys), let raster = sent[image] else {
            return "ENOENT:image not found"
        }
        let x = Self.number("x", keys) ?? 0
        let y = Self.number("y", keys) ?? 0
        let part = PixelRect(
            x: x, y: y, width: Self.number("w", keys) ?? raster.size.width - x,
            height: Self.number("h", keys) ?? raster.size.height - y)
        guard !part.isEmpty, PixelRect(raster.size).contains(part) else {
            return "EINVAL:image rendering failed"
        }
        var shown = raster.cropped(to: part)
        if let columns = Self.number("c", keys), let rows = Self.number("r", keys) {
            shown = shown.resized(
                to: screen.cell.pixels(of: CellSize(columns: columns, rows: rows)))
        }
        let shift = PixelPoint(x: Self.number("X", keys) ?? 0, y: Self.number("Y", keys) ?? 0)
        draw(shown.shifted(by: shift), at: place, on: screen, of: image)
        return nil
    }

    private mutating func delete(_ image: Int) {
        sent[image] = nil
        if let picture = lastDrawn.removeValue(forKey: image) { drawn[picture] = nil }
    }

    private static func number(_ key: String, _ keys: [String: String]) -> Int? {
        keys[key].flatMap { Int($0) }
    }

    /// All pixels of a screen; transparent black without a picture.
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

    /// Nothing beyond the edge of a picture, and gray of one that is gone.
    private static func pixel(of picture: Raster?, at place: PixelPoint) -> ArraySlice<UInt8>? {
        guard let picture else { return gray[...] }
        guard place.x < picture.size.width, place.y < picture.size.height else { return nil }
        let start = (place.y * picture.size.width + place.x) * Raster.bytesPerPixel
        let pixel = picture.pixels[start..<start + Raster.bytesPerPixel]
        return pixel.last == 0 ? nil : pixel
    }
}

extension Raster {
    /// The same with so much that is transparent above and to the left.
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
