package import Imaging

/// The supported ways of scrolling a terminal's pictures with its text; in all others they move
/// wrongly or stay.
package struct PictureScrolling: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// By SU and SD between margins, clipped there.
    package static let region = PictureScrolling(rawValue: 1)
    /// By SU and SD without margins.
    package static let screen = PictureScrolling(rawValue: 2)
    /// By DCH and ICH, in the cursor's row.
    package static let sideways = PictureScrolling(rawValue: 4)
}

/// Functions that move text, and the pictures with it (facts/terminals.md, "Panning by scrolling").
extension TerminalModel {
    /// Performs SU and SD.
    mutating func scroll(by rows: Int, up isUp: Bool) {
        let area = CellArea(rows: grid.margins, columns: 0..<geometry.cells.columns)
        let way = modes.margins == nil ? PictureScrolling.screen : .region
        let shift = geometry.cell.down.pixels(of: rows)
        movePictures(in: area, by: PixelPoint(x: 0, y: isUp ? -shift : shift), way)
        grid.scroll(by: isUp ? rows : -rows)
    }

    /// Performs DCH and ICH.
    mutating func moveCells(by columns: Int, left isLeft: Bool) {
        let place = grid.cursor
        let area = CellArea(
            rows: place.row..<place.row + 1, columns: place.column..<geometry.cells.columns)
        let shift = geometry.cell.across.pixels(of: columns)
        movePictures(in: area, by: PixelPoint(x: isLeft ? -shift : shift, y: 0), .sideways)
        if isLeft { grid.deleteCells(columns) } else { grid.insertBlanks(columns) }
    }

    private mutating func movePictures(
        in area: CellArea, by shift: PixelPoint, _ way: PictureScrolling
    ) {
        if profile.keepsPicturesInCells, way != .sideways {
            // xterm.js drops all pictures there.
            return cellPictures.clear(rows: area.rows)
        }
        guard showsPictures(in: area) else { return }
        guard profile.pictureScrolling.contains(way) else {
            return faults.append("a picture is scrolled")
        }
        // The status line moves too, and is redrawn before it is visible.
        if way == .screen, !modes.isOn(2026) {
            faults.append("the whole screen is scrolled in view")
        }
        pictures.move(pixels(of: area), by: shift, on: geometry.pixels)
    }

    private func showsPictures(in area: CellArea) -> Bool {
        pictures.touches(pixels(of: area)) || kittyPictures.touches(pixels(of: area))
            || !cellPictures.isEmpty
    }
}

extension Raster {
    /// Returns the raster with the pixels of a part moved within it; uncovered ones are
    /// transparent.
    package func moved(_ part: PixelRect, by shift: PixelPoint) -> Raster {
        var new = pixels
        let source = part.intersection(
            PixelRect(
                origin: PixelPoint(x: part.minX - shift.x, y: part.minY - shift.y),
                size: part.size))
        for y in part.minY..<part.maxY {
            let start = (y * size.width + part.minX) * Self.bytesPerPixel
            let count = part.size.width * Self.bytesPerPixel
            new.replaceSubrange(start..<start + count, with: repeatElement(0, count: count))
        }
        for y in source.minY..<source.maxY where !source.isEmpty {
            let count = source.size.width * Self.bytesPerPixel
            let from = (y * size.width + source.minX) * Self.bytesPerPixel
            let to = from + (shift.y * size.width + shift.x) * Self.bytesPerPixel
            new.replaceSubrange(to..<to + count, with: pixels[from..<from + count])
        }
        return Raster(size: size, pixels: new, isOpaque: false)
    }

    /// True if nothing is drawn on it.
    package var isTransparent: Bool {
        pixels.withUnsafeBufferPointer { pixels in
            !stride(from: 3, to: pixels.count, by: Self.bytesPerPixel).contains { pixels[$0] != 0 }
        }
    }
}
