package import Imaging

/// A terminal's treatment of sixel pictures when its text scrolls (facts/terminals.md §4).
package enum ScrolledPictures: Hashable, Sendable {
    /// With the rows between margins, and sideways with the characters of a row.
    case inRegion
    /// Only with all rows of the screen: what leaves a region remains beside it.
    case onScreen
}

/// A pan by whole cells: the terminal moves what it shows, and only what comes into view is drawn, or
/// lies over the picture and does not move with it.
package struct PictureScroll: Hashable, Sendable {
    /// A part of the picture that comes into view.
    package struct Strip: Hashable, Sendable {
        /// In pixels of the picture.
        package let area: PixelRect
        /// Its first cell, from the picture's.
        let cell: CellPosition
    }

    package let strips: [Strip]
    private let shift: CellScroll
    private let grid: PictureGrid
    private let way: ScrolledPictures

    /// `nil` if the picture must be drawn whole: the pan is not by whole cells, or brings more than half
    /// of it into view, or the terminal moves no pictures that way.
    ///
    /// `lying` over the picture are areas that are drawn too, and so is what was `left` of such areas.
    init?(
        by shift: CellScroll, of grid: PictureGrid, _ way: ScrolledPictures?,
        lying: [PixelRect] = [], left: [PixelRect] = []
    ) {
        guard shift != .none || !lying.isEmpty || !left.isEmpty else { return nil }
        if shift != .none {
            guard let way, grid.mayScroll(by: shift, way) else { return nil }
        }
        self.shift = shift
        self.grid = grid
        self.way = way ?? .onScreen
        let uncovered = shift == .none ? [] : grid.strips(uncoveredBy: shift)
        // What lies over the picture is drawn by itself: a map's blocks are the bands of its string.
        let above = grid.strips(touching: lying, outside: uncovered)
        strips = uncovered + above + grid.strips(touching: left, outside: uncovered + above)
        let pixels = strips.reduce(0) { $0 + $1.area.size.width * $1.area.size.height }
        guard pixels * 2 <= grid.size.width * grid.size.height else { return nil }
    }

    /// Moves the contents of a grid of cells up by `rows`.
    fileprivate init(moving grid: PictureGrid, by rows: Int, _ way: ScrolledPictures) {
        shift = CellScroll(columns: 0, rows: rows)
        self.grid = grid
        self.way = way
        strips = []
    }

    /// Moves the contents of the picture's cells; the strips must be drawn next.
    // Ten pictures of a pixel before it, which take the place of whole frames in xterm's store, were tried: each
    // took 35 ms, 300 ms at the first step of a held key. Without them a step takes 35 to 70 ms until its own strips
    // have taken that place, and 10 ms then (xterm 379, 960x594).
    func appendMove(of cells: CellRect, into output: inout [UInt8]) {
        // Rows that move in are blank in the current background.
        ControlSequence.plain.append(to: &output)
        if shift.rows != 0 { appendMoveUp(from: cells.origin.row, into: &output) }
        guard shift.columns != 0 else { return }
        for row in 0..<cells.size.rows {
            appendMoveAside(row: cells.origin.row + row, into: &output)
        }
    }

    private func appendMoveUp(from top: Int, into output: inout [UInt8]) {
        let scroll: ControlSequence =
            shift.rows > 0 ? .scrollUp(shift.rows) : .scrollDown(-shift.rows)
        switch way {
        case .inRegion:
            // A picture that ends on a margin scrolls the region: none while the strips are drawn.
            output += ControlSequence.bytes(
                .setMargins(top..<top + grid.wholeRows), scroll, .resetMargins)
        case .onScreen:
            output += ControlSequence.bytes(scroll)
            guard grid.hasPartialRow else { return }
            // The picture covers only a part of its last row: the status line, or what the picture had
            // above, would show below it.
            let row = CellPosition(row: top + grid.wholeRows, column: 0)
            output += ControlSequence.bytes(.moveCursor(row), .eraseLine)
        }
    }

    private func appendMoveAside(row: Int, into output: inout [UInt8]) {
        output += ControlSequence.bytes(
            .moveCursor(CellPosition(row: row, column: 0)),
            shift.columns > 0 ? .deleteCells(shift.columns) : .insertCells(-shift.columns))
    }
}

/// Rows of the screen that the terminal moves with the pictures in them.
package struct RowScroll: Sendable {
    /// The cells of these rows.
    package let area: CellRect
    /// The rows beside them, which moved too and are blank now.
    package let blank: [CellRect]
    package let bytes: [UInt8]
}

/// A picture and the whole cells under it.
struct PictureGrid: Hashable {
    let size: PixelSize
    let cell: PixelSize
    /// True if the picture begins in the first column and ends in the last.
    let isAsWideAsTheScreen: Bool
    /// True if the picture begins in the first row, and only the status line is below it.
    let isAsHighAsTheScreen: Bool

    /// `nil` if cells are fractions of pixels.
    init?(_ size: PixelSize, at cells: CellRect, on profile: TerminalProfile) {
        let (across, down) = (profile.cell.across, profile.cell.down)
        guard let width = across.wholePixels, let height = down.wholePixels else { return nil }
        self.size = size
        cell = PixelSize(width: width, height: height)
        let window = profile.window.cells
        isAsWideAsTheScreen = cells.origin.column == 0 && size.width == width * window.columns
        isAsHighAsTheScreen = cells.origin.row == 0 && cells.size.rows == window.rows - 1
    }

    /// The rows of cells that the picture covers completely.
    ///
    /// It has whole bands of six pixels, so the last row may be covered in part.
    var wholeRows: Int { size.height / cell.height }
    var hasPartialRow: Bool { !size.height.isMultiple(of: cell.height) }

    func mayScroll(by shift: CellScroll, _ way: ScrolledPictures) -> Bool {
        switch way {
        case .inRegion: shift.columns == 0 || isAsWideAsTheScreen
        case .onScreen: shift.columns == 0 && isAsHighAsTheScreen
        }
    }

    /// The strips above or below, then the rest of the sides.
    func strips(uncoveredBy shift: CellScroll) -> [PictureScroll.Strip] {
        var rows = 0..<size.height
        var strips: [PictureScroll.Strip] = []
        if shift.rows > 0 {
            rows = 0..<(wholeRows - shift.rows) * cell.height
            strips.append(strip(rows: rows.upperBound..<size.height))
        } else if shift.rows < 0 {
            // A row that is covered in part does not scroll.
            rows = -shift.rows * cell.height..<wholeRows * cell.height
            strips = [strip(rows: 0..<rows.lowerBound)]
            if hasPartialRow { strips.append(strip(rows: rows.upperBound..<size.height)) }
        }
        if shift.columns != 0 {
            let width = abs(shift.columns) * cell.width
            let left = shift.columns > 0 ? size.width - width : 0
            strips.append(strip(rows: rows, columns: left..<left + width))
        }
        return strips
    }

    /// The cells of areas that may overlap; none of what lies in other strips.
    func strips(
        touching areas: [PixelRect], outside others: [PictureScroll.Strip]
    ) -> [PictureScroll.Strip] {
        var joined: [PixelRect] = []
        for area in areas {
            var area = cells(touching: area)
            while let place = joined.firstIndex(where: { !$0.intersection(area).isEmpty }) {
                area = area.union(joined.remove(at: place))
            }
            if !area.isEmpty { joined.append(area) }
        }
        return joined.map { area in others.reduce(area) { $0.outside($1.area) } }
            .filter { !$0.isEmpty }
            .map { strip(rows: $0.minY..<$0.maxY, columns: $0.minX..<$0.maxX) }
    }

    /// An area with a margin to whole cells, within the picture.
    private func cells(touching area: PixelRect) -> PixelRect {
        let area = area.intersection(PixelRect(size))
        guard !area.isEmpty else { return area }
        let (x, y) = (area.minX / cell.width * cell.width, area.minY / cell.height * cell.height)
        let right = (area.maxX + cell.width - 1) / cell.width * cell.width
        let bottom = (area.maxY + cell.height - 1) / cell.height * cell.height
        return PixelRect(
            x: x, y: y, width: min(right, size.width) - x, height: min(bottom, size.height) - y)
    }

    private func strip(rows: Range<Int>, columns: Range<Int>? = nil) -> PictureScroll.Strip {
        let columns = columns ?? 0..<size.width
        return PictureScroll.Strip(
            area: PixelRect(
                x: columns.lowerBound, y: rows.lowerBound, width: columns.count,
                height: rows.count),
            cell: CellPosition(
                row: rows.lowerBound / cell.height, column: columns.lowerBound / cell.width))
    }
}

extension PixelRect {
    /// The rectangle without a side that another covers; unchanged if the rest would not be a
    /// rectangle.
    fileprivate func outside(_ other: PixelRect) -> PixelRect {
        let both = intersection(other)
        guard !both.isEmpty else { return self }
        if both.size.height == size.height, both.minX == minX || both.maxX == maxX {
            let left = both.minX == minX ? both.maxX : minX
            return PixelRect(
                x: left, y: minY, width: size.width - both.size.width, height: size.height)
        }
        if both.size.width == size.width, both.minY == minY || both.maxY == maxY {
            let top = both.minY == minY ? both.maxY : minY
            return PixelRect(
                x: minX, y: top, width: size.width, height: size.height - both.size.height)
        }
        return self
    }
}

extension TerminalProfile {
    /// How the terminal gets from one window on a photo to another, in a picture of that size; `nil` if
    /// it must be drawn whole.
    ///
    /// Overlays on the picture move from `overlays.old` to `overlays.new`, or stay in place.
    package func scroll(
        from old: ImageWindow, to new: ImageWindow, of size: PixelSize, at cells: CellRect,
        under overlays: (old: [PixelRect], new: [PixelRect]) = ([], [])
    ) -> PictureScroll? {
        guard graphics == .sixel, let grid = PictureGrid(size, at: cells, on: self),
            case .region(let old, let oldTarget) = old, case .region(let new, let target) = new,
            target == oldTarget, old.photo == new.photo, old.scaled == new.scaled,
            let shift = CellScroll(
                from: old.window.origin, to: new.window.origin, cell: grid.cell,
                within: CellSize(
                    columns: size.width / grid.cell.width, rows: grid.wholeRows))
        else { return nil }
        let (x, y) = (
            old.window.minX - new.window.minX, old.window.minY - new.window.minY
        )
        let moved = overlays.old.map {
            PixelRect(origin: PixelPoint(x: $0.minX + x, y: $0.minY + y), size: $0.size)
        }
        return PictureScroll(
            by: shift, of: grid, scrolledPictures, lying: overlays.new, left: moved)
    }

    /// How the terminal moves all that it shows in some rows of the screen up by `count`, or down if that
    /// is negative; `nil` if it moves no pictures, or less than half of the rows stay in view.
    package func scroll(_ rows: Range<Int>, by count: Int) -> RowScroll? {
        guard let way = scrolledPictures, count != 0, abs(count) * 2 <= rows.count else {
            return nil
        }
        let all = CellRect(origin: CellPosition(row: 0, column: 0), size: window.cells)
        let part = CellRect(
            origin: CellPosition(row: rows.lowerBound, column: 0),
            size: CellSize(columns: window.cells.columns, rows: rows.count))
        // With all rows of the screen the last moves too, as the picture of a photo does not.
        let area = way == .inRegion ? part : all
        guard let grid = PictureGrid(cell.pixels(of: area.size), at: area, on: self) else {
            return nil
        }
        let scroll = PictureScroll(moving: grid, by: count, way)
        var bytes: [UInt8] = []
        scroll.appendMove(of: area, into: &bytes)
        let others = way == .inRegion ? [] : (0..<window.cells.rows).filter { !rows.contains($0) }
        let blank = others.map { row in
            CellRect(
                origin: CellPosition(row: row, column: 0),
                size: CellSize(columns: window.cells.columns, rows: 1))
        }
        for row in blank {
            bytes += ControlSequence.bytes(.moveCursor(row.origin), .eraseLine)
        }
        return RowScroll(area: part, blank: blank, bytes: bytes)
    }

    /// True if the terminal moves the pixels of a photo when the view moves.
    package var movesPictures: Bool { scrolledPictures != nil }

    /// The steps in pixels at which the terminal can move the picture, or sixel's bands.
    var scrollInterval: PixelSize {
        let bands = PixelSize(width: 1, height: FrameStrip.bandHeight)
        guard let way = scrolledPictures, let width = cell.across.wholePixels,
            let height = cell.down.wholePixels
        else { return bands }
        return PixelSize(width: way == .inRegion ? width : 1, height: height)
    }
}
