package import Imaging

/// A terminal's treatment of sixel pictures when its text scrolls.
package enum ScrolledPictures: Hashable, Sendable {
    /// Pictures scroll with the rows between margins, and sideways with the characters of a row.
    case inRegion
    /// Pictures scroll only with all rows of the screen; if only a region scrolls, they stay.
    case onScreen
}

/// A pan by whole cells, for which the terminal moves the pixels that stay visible.
///
/// Only the strips that become visible and the areas of overlays, which do not move, are drawn.
package struct PictureScroll: Hashable, Sendable {
    /// An area of the picture that must be drawn.
    package struct Strip: Hashable, Sendable {
        /// The area in pixels of the picture.
        package let area: PixelRect
        /// The area's first cell, relative to the picture's first cell.
        let cell: CellPosition
    }

    package let strips: [Strip]
    private let shift: CellScroll
    private let grid: PictureGrid
    private let method: ScrolledPictures

    /// Creates the scroll; `nil` if nothing changes, or if the picture must be drawn completely.
    ///
    /// A picture must be drawn completely if the pan is not by whole cells, if the strips would
    /// cover more than half of the picture, or if the terminal does not move pictures in this
    /// direction.
    ///
    /// The areas of overlays (`covering`), and the areas that overlays have left (`exposed`), are
    /// also drawn.
    init?(
        by shift: CellScroll, of grid: PictureGrid, _ method: ScrolledPictures?,
        covering: [PixelRect] = [], exposed: [PixelRect] = []
    ) {
        guard shift != .none || !covering.isEmpty || !exposed.isEmpty else { return nil }
        if shift != .none {
            guard let method, grid.mayScroll(by: shift, method) else { return nil }
        }
        self.shift = shift
        self.grid = grid
        self.method = method ?? .onScreen
        let uncovered = shift == .none ? [] : grid.strips(uncoveredBy: shift)
        // Overlays are drawn separately, so that the blocks of a map match the bands of the map's
        // own string.
        let above = grid.strips(touching: covering, outside: uncovered)
        strips = uncovered + above + grid.strips(touching: exposed, outside: uncovered + above)
        let pixels = strips.reduce(0) { $0 + $1.area.size.width * $1.area.size.height }
        guard pixels * 2 <= grid.size.width * grid.size.height else { return nil }
    }

    /// Creates a scroll that moves the contents of a grid of cells up by `rows`.
    fileprivate init(moving grid: PictureGrid, by rows: Int, _ method: ScrolledPictures) {
        shift = CellScroll(columns: 0, rows: rows)
        self.grid = grid
        self.method = method
        strips = []
    }

    /// Appends the bytes that move the picture's contents; the strips must be drawn next.
    // Drawing ten one-pixel pictures first, which replace whole frames in xterm's store, was
    // tried: each took 35 ms, or 300 ms at the first step of a held key. Without them, a step takes
    // 35 to 70 ms until the strips have replaced the frames, and then 10 ms (xterm 379, 960x594).
    func appendMove(of cells: CellRect, into output: inout [UInt8]) {
        // Rows that become visible are blank, in the current background.
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
        switch method {
        case .inRegion:
            // A picture that ends at a margin scrolls the region; therefore, the margins are reset
            // before the strips are drawn.
            output += ControlSequence.bytes(
                .setMargins(top..<top + grid.wholeRows), scroll, .resetMargins)
        case .onScreen:
            output += ControlSequence.bytes(scroll)
            guard grid.hasPartialRow else { return }
            // The picture covers its last row only partially; without erasing, the status line or
            // earlier content would be visible below the picture.
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

/// A scroll of rows of the screen, including the pictures in the rows.
package struct RowScroll: Sendable {
    /// The cells of the rows that are scrolled.
    package let area: CellRect
    /// The rows above and below `area` that move too, and become blank.
    package let blank: [CellRect]
    package let bytes: [UInt8]
}

/// A picture and the grid of whole cells under it.
struct PictureGrid: Hashable {
    let size: PixelSize
    let cell: PixelSize
    /// True if the picture begins in the first column and ends in the last column.
    let isAsWideAsTheScreen: Bool
    /// True if the picture begins in the first row, and only the status line is below it.
    let isAsHighAsTheScreen: Bool

    /// Creates the grid; `nil` if cells have a fractional size.
    init?(_ size: PixelSize, at cells: CellRect, on profile: TerminalProfile) {
        let (across, down) = (profile.cell.across, profile.cell.down)
        guard let width = across.wholePixels, let height = down.wholePixels else { return nil }
        self.size = size
        cell = PixelSize(width: width, height: height)
        let window = profile.window.cells
        isAsWideAsTheScreen = cells.origin.column == 0 && size.width == width * window.columns
        isAsHighAsTheScreen = cells.origin.row == 0 && cells.size.rows == window.rows - 1
    }

    /// The number of rows of cells that the picture covers completely.
    ///
    /// A picture consists of bands of six pixels, so it may cover its last row only partially.
    var wholeRows: Int { size.height / cell.height }
    var hasPartialRow: Bool { !size.height.isMultiple(of: cell.height) }

    func mayScroll(by shift: CellScroll, _ method: ScrolledPictures) -> Bool {
        switch method {
        case .inRegion: shift.columns == 0 || isAsWideAsTheScreen
        case .onScreen: shift.columns == 0 && isAsHighAsTheScreen
        }
    }

    /// Returns the strips that a pan makes visible: those above or below, then those at the sides.
    func strips(uncoveredBy shift: CellScroll) -> [PictureScroll.Strip] {
        var rows = 0..<size.height
        var strips: [PictureScroll.Strip] = []
        if shift.rows > 0 {
            rows = 0..<(wholeRows - shift.rows) * cell.height
            strips.append(strip(rows: rows.upperBound..<size.height))
        } else if shift.rows < 0 {
            // A partially covered row does not scroll.
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

    /// Returns strips of the cells that areas touch, without the cells of other strips; the areas
    /// may overlap.
    func strips(
        touching areas: [PixelRect], outside others: [PictureScroll.Strip]
    ) -> [PictureScroll.Strip] {
        var joined: [PixelRect] = []
        for area in areas {
            var area = cells(touching: area)
            while let index = joined.firstIndex(where: { !$0.intersection(area).isEmpty }) {
                area = area.union(joined.remove(at: index))
            }
            if !area.isEmpty { joined.append(area) }
        }
        return joined.map { area in others.reduce(area) { $0.outside($1.area) } }
            .filter { !$0.isEmpty }
            .map { strip(rows: $0.minY..<$0.maxY, columns: $0.minX..<$0.maxX) }
    }

    /// Returns an area extended to whole cells, within the picture.
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
    /// Returns this rectangle without a side that another rectangle covers.
    ///
    /// This rectangle is returned unchanged if the remaining area would not be a rectangle.
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
    /// Returns the scroll from one window on a photo to another; `nil` if nothing changes, or if
    /// the picture must be drawn completely.
    ///
    /// `size` is the size of the picture. The overlays on the picture move from `overlays.old` to
    /// `overlays.new`; if both are equal, they keep their position on the screen.
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
            by: shift, of: grid, scrolledPictures, covering: overlays.new, exposed: moved)
    }

    /// Returns the scroll of some rows of the screen up by `count`, or down if `count` is negative.
    ///
    /// The result is `nil` if `count` is 0, if fewer than half of the rows stay visible, if cells
    /// have a fractional size, or if the terminal does not move pictures.
    package func scroll(_ rows: Range<Int>, by count: Int) -> RowScroll? {
        guard let method = scrolledPictures, count != 0, abs(count) * 2 <= rows.count else {
            return nil
        }
        let all = CellRect(origin: .home, size: window.cells)
        let part = CellRect(
            row: rows.lowerBound, column: 0, columns: window.cells.columns, rows: rows.count)
        // If all rows of the screen scroll, the last row also moves, which must not happen under a
        // photo.
        let area = method == .inRegion ? part : all
        guard let grid = PictureGrid(cell.pixels(of: area.size), at: area, on: self) else {
            return nil
        }
        let scroll = PictureScroll(moving: grid, by: count, method)
        var bytes: [UInt8] = []
        scroll.appendMove(of: area, into: &bytes)
        let others =
            method == .inRegion ? [] : (0..<window.cells.rows).filter { !rows.contains($0) }
        let blank = others.map {
            CellRect(row: $0, column: 0, columns: window.cells.columns, rows: 1)
        }
        for row in blank {
            bytes += ControlSequence.bytes(.moveCursor(row.origin), .eraseLine)
        }
        return RowScroll(area: part, blank: blank, bytes: bytes)
    }

    /// True if the terminal moves the pixels of a photo when the view moves.
    package var movesPictures: Bool { scrolledPictures != nil }

    /// The steps, across and down, by which the terminal can move a picture, in pixels.
    ///
    /// The step across is one pixel if the terminal does not move pictures sideways. The step down
    /// is the height of a sixel band if the terminal does not move pictures at all.
    var scrollInterval: PixelSize {
        let bands = PixelSize(width: 1, height: FrameStrip.bandHeight)
        guard let method = scrolledPictures, let width = cell.across.wholePixels,
            let height = cell.down.wholePixels
        else { return bands }
        return PixelSize(width: method == .inRegion ? width : 1, height: height)
    }
}
