internal import Imaging

/// A region of a stored picture at its position on the screen.
struct KittyPlacement: Hashable, Sendable {
    /// The identity of a placement; a picture can have several placements.
    struct Key: Hashable {
        let image: Int
        let number: Int
    }

    let image: Int
    var number = 1
    /// The size of the stored picture.
    let stored: PixelSize
    /// The visible region of the stored picture.
    let crop: PixelRect
    /// The cell that contains the region's top left pixel.
    let cell: CellPosition
    /// The offset of the region's top left pixel in `cell`.
    let shift: PixelPoint
    /// The area, in cells from `cell` on, to which the region is scaled; `nil` if the region is not
    /// scaled.
    let stretch: CellSize?
    /// The z-index; placements with a greater index are on top.
    let height: Int
    /// The area of placeholder characters that show the picture; `nil` if a command places it.
    var text: PlaceholderArea?

    /// The order of pictures of the same photo, from bottom to top.
    enum Depth: Int, CaseIterable {
        /// A coarse picture of the whole photo.
        case far
        /// Pieces at another scale than the view's.
        case middle
        case sharp
    }

    var key: Key { Key(image: image, number: number) }

    /// Returns the cells that the region covers at least partially.
    func cells(of metrics: CellMetrics) -> CellRect {
        let start = metrics.pixels(of: CellSize(columns: cell.column, rows: cell.row))
        let end = metrics.cells(
            covering: PixelSize(
                width: start.width + shift.x + crop.size.width,
                height: start.height + shift.y + crop.size.height))
        let natural = CellSize(columns: end.columns - cell.column, rows: end.rows - cell.row)
        return CellRect(origin: cell, size: stretch ?? natural)
    }

    /// Appends the command that places the region, or moves the placement with the same key.
    ///
    /// Nothing is appended if text shows the picture. C=1 keeps the cursor unchanged and prevents
    /// scrolling. q=1 reports errors, so that the program notices if the terminal has deleted the
    /// picture.
    func append(to output: inout [UInt8]) {
        guard text == nil else { return }
        ControlSequence.moveCursor(cell).append(to: &output)
        var keys = "a=p,i=\(image),p=\(number)"
        if crop != PixelRect(stored) {
            keys += ",x=\(crop.minX),y=\(crop.minY),w=\(crop.size.width),h=\(crop.size.height)"
        }
        if shift.x > 0 { keys += ",X=\(shift.x)" }
        if shift.y > 0 { keys += ",Y=\(shift.y)" }
        if let stretch { keys += ",c=\(stretch.columns),r=\(stretch.rows)" }
        if height != 0 { keys += ",z=\(height)" }
        KittyCommand.append(keys + ",C=1,q=1", to: &output)
    }

    /// Appends the command that removes the placement from the screen; the picture stays stored.
    ///
    /// Nothing is appended if text shows the picture.
    func appendRemoval(to output: inout [UInt8]) {
        guard text == nil else { return }
        KittyCommand.append("a=d,d=i,i=\(image),p=\(number),q=2", to: &output)
    }
}

/// A window of a scaled photo, at its position on the screen.
struct PlacedWindow<ID: Hashable & Sendable> {
    let placement: Placement<ID>
    let window: ScaledWindow
    let cell: CellMetrics
    /// The screen position of the window's first pixel.
    fileprivate let origin: PixelPoint

    /// Creates the window; `target` is relative to the top left corner of the placement's cells.
    init(
        _ placement: Placement<ID>, _ window: ScaledWindow, at target: PixelRect,
        _ cell: CellMetrics
    ) {
        self.placement = placement
        self.window = window
        self.cell = cell
        let corner = placement.cells.origin
        origin = PixelPoint(
            x: cell.across.pixels(of: corner.column) + target.minX,
            y: cell.down.pixels(of: corner.row) + target.minY)
    }

    /// Returns true if a region has the window's scale and version, so that its pixels are exact.
    func isSharp(in region: ScaledWindow, version: Int) -> Bool {
        version == placement.version && region.scaled == window.scaled
    }

    func isCovered(by region: ScaledWindow, version: Int) -> Bool {
        isSharp(in: region, version: version) && region.window.contains(window.window)
    }
}

extension PlacedWindow {
    /// Returns the screen pixel at which a picture with a region at `target` begins.
    ///
    /// The pixel may be outside the screen.
    func origin(of region: ScaledWindow, at target: PixelRect) -> PixelPoint {
        PixelPoint(
            x: origin.x - window.window.minX + region.window.minX - target.minX,
            y: origin.y - window.window.minY + region.window.minY - target.minY)
    }

    /// Returns the cells that show pixels of a region; `nil` if the region is not visible.
    func cells(showing region: PixelRect) -> CellRect? {
        let seen = region.intersection(window.window)
        guard !seen.isEmpty else { return nil }
        let x = origin.x + seen.minX - window.window.minX
        let y = origin.y + seen.minY - window.window.minY
        let start = cell.corner(PixelPoint(x: x, y: y)).cell
        let end = cell.cells(
            covering: PixelSize(width: x + seen.size.width, height: y + seen.size.height))
        return CellRect(
            origin: start,
            size: CellSize(columns: end.columns - start.column, rows: end.rows - start.row))
    }

    /// Returns a frame that extends a region to whole cells of the screen.
    func frameOfCells(around region: ScaledWindow) -> PictureFrame {
        let all = PixelRect(region.window.size)
        let shift = cell.shiftInCell(origin(of: region, at: all))
        let size = cell.pixels(
            of: cell.cells(
                covering: PixelSize(
                    width: shift.x + all.size.width, height: shift.y + all.size.height)))
        return PictureFrame(size: size, target: PixelRect(origin: shift, size: all.size))
    }

    /// Returns true if cells of the screen show whole cells of a picture whose region is at
    /// `target`.
    func isAligned(_ region: ScaledWindow, at target: PixelRect) -> Bool {
        cell.shiftInCell(origin(of: region, at: target)) == .origin
    }
}

extension KittyPlacement {
    /// Creates the placement of a tile's visible pixels, unscaled; `nil` if no pixel is visible.
    init?<ID>(sharp tile: KittyTile, in view: PlacedWindow<ID>, depth: Depth = .sharp) {
        let region = tile.region.window
        let window = view.window.window
        let seen = region.intersection(window)
        guard !seen.isEmpty else { return nil }
        let crop = PixelPoint(x: seen.minX - region.minX, y: seen.minY - region.minY)
        let point = PixelPoint(
            x: view.origin.x + seen.minX - window.minX, y: view.origin.y + seen.minY - window.minY)
        self.init(PixelRect(origin: crop, size: seen.size), of: tile, at: point, in: view, depth)
    }

    /// Creates the placement of a tile of another scale or version, scaled by the terminal; `nil`
    /// if no pixel is visible before a cell edge.
    ///
    /// A scaled picture ends at the edge of a cell, but may begin at any pixel.
    init?<ID>(standingIn tile: KittyTile, for view: PlacedWindow<ID>, depth: Depth = .far) {
        let region = tile.region.window
        let (window, all) = (view.window.window, view.window.scaled)
        let across = ScaledAxis(
            stored: region.minX..<region.maxX, window: window.minX..<window.maxX,
            scale: Double(all.width) / Double(tile.region.scaled.width), origin: view.origin.x,
            cells: view.cell.across)
        let down = ScaledAxis(
            stored: region.minY..<region.maxY, window: window.minY..<window.maxY,
            scale: Double(all.height) / Double(tile.region.scaled.height), origin: view.origin.y,
            cells: view.cell.down)
        guard let x = across.span, let y = down.span else { return nil }
        let crop = PixelRect(
            x: x.part.lowerBound, y: y.part.lowerBound, width: x.part.count, height: y.part.count)
        self.init(
            crop, of: tile, at: PixelPoint(x: x.start, y: y.start), in: view, depth,
            stretch: CellSize(columns: x.cells, rows: y.cells))
    }

    private init<ID>(
        _ crop: PixelRect, of tile: KittyTile, at point: PixelPoint, in view: PlacedWindow<ID>,
        _ depth: Depth, stretch: CellSize? = nil
    ) {
        let (cell, shift) = view.cell.corner(point)
        self.init(
            image: tile.image, stored: tile.region.window.size, crop: crop, cell: cell,
            shift: shift, stretch: stretch,
            height: view.placement.layer * Depth.allCases.count + depth.rawValue)
    }
}

/// One axis of a stored picture that is scaled into a view.
private struct ScaledAxis {
    /// The stored region, in pixels of the picture's scale.
    let stored: Range<Int>
    /// The visible range, in pixels of the view's scale.
    let window: Range<Int>
    /// The number of view pixels per stored pixel.
    let scale: Double
    /// The window's position on the screen, in pixels.
    let origin: Int
    /// The cells of the screen.
    let cells: CellAxis

    struct Span {
        /// The first screen pixel.
        let start: Int
        let cells: Int
        /// The range of stored pixels that are shown.
        let part: Range<Int>
    }

    /// The visible span; `nil` if no stored pixel is visible before a cell edge.
    ///
    /// The span ends at a cell edge that stored pixels reach, so that the scale is exact.
    var span: Span? {
        let low = max(window.lowerBound, Int((Double(stored.lowerBound) * scale).rounded()))
        let reach = Int((Double(stored.upperBound) * scale).rounded())
        guard low < min(window.upperBound, reach) else { return nil }
        let start = origin + low - window.lowerBound
        let end = end(within: reach)
        guard end > start else { return nil }
        let first = storedPixel(low)
        let last = storedPixel(end - origin + window.lowerBound)
        return Span(
            start: start, cells: cells.cells(within: end) - cells.cells(within: start),
            part: min(first, stored.count - 1)..<min(stored.count, max(first + 1, last)))
    }

    /// Returns the first cell edge at or after the end of the visible pixels; if no stored pixels
    /// reach this edge, the last cell edge before.
    private func end(within reach: Int) -> Int {
        let wished = origin + min(window.upperBound, reach) - window.lowerBound
        let after = cells.pixels(of: cells.cells(covering: wished))
        if after - origin + window.lowerBound <= reach { return after }
        return cells.pixels(of: cells.cells(within: wished))
    }

    /// Returns the stored pixel that corresponds to a pixel of the view.
    private func storedPixel(_ coordinate: Int) -> Int {
        max(0, Int((Double(coordinate) / scale).rounded()) - stored.lowerBound)
    }
}
