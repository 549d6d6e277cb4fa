internal import Imaging

/// A part of a stored picture on the glass.
struct KittyPlacement: Hashable, Sendable {
    /// Tells placements apart: those of one picture have numbers.
    struct Key: Hashable {
        let image: Int
        let number: Int
    }

    let image: Int
    var number = 1
    /// The size of the stored picture, and the part of it that is seen.
    let stored: PixelSize
    let part: PixelRect
    /// Where its top left pixel lies: the cell, and the pixels in that cell.
    let cell: CellPosition
    let shift: PixelPoint
    /// The cells it is scaled to fill, counted from `cell`; nil shows it pixel for pixel.
    let stretch: CellSize?
    /// What has a larger one lies on top (z).
    let height: Int

    /// What of one photo lies over what.
    enum Depth: Int, CaseIterable {
        /// All of a photo, coarse.
        case far
        /// Pieces of it at another scale.
        case middle
        case sharp
    }

    var key: Key { Key(image: image, number: number) }

    /// The cells it touches.
    func cells(of metrics: CellMetrics) -> CellRect {
        let start = metrics.pixels(of: CellSize(columns: cell.column, rows: cell.row))
        let end = metrics.cells(
            covering: PixelSize(
                width: start.width + shift.x + part.size.width,
                height: start.height + shift.y + part.size.height))
        let natural = CellSize(columns: end.columns - cell.column, rows: end.rows - cell.row)
        return CellRect(origin: cell, size: stretch ?? natural)
    }

    /// Puts it there; one of the same key moves.
    ///
    /// C=1 leaves the cursor alone, and nothing scrolls. q=1: errors are answered, so that a picture the
    /// terminal has thrown away is noticed. What stands in lies under what is sharp.
    func append(to output: inout [UInt8]) {
        ControlSequence.moveCursor(cell).append(to: &output)
        var keys = "a=p,i=\(image),p=\(number)"
        if part != PixelRect(stored) {
            keys += ",x=\(part.minX),y=\(part.minY),w=\(part.size.width),h=\(part.size.height)"
        }
        if shift.x > 0 { keys += ",X=\(shift.x)" }
        if shift.y > 0 { keys += ",Y=\(shift.y)" }
        if let stretch { keys += ",c=\(stretch.columns),r=\(stretch.rows)" }
        if height != 0 { keys += ",z=\(height)" }
        KittyCommand.append(keys + ",C=1,q=1", to: &output)
    }

    /// Takes it off the glass; the picture stays in the store.
    func appendRemoval(to output: inout [UInt8]) {
        KittyCommand.append("a=d,d=i,i=\(image),p=\(number),q=2", to: &output)
    }
}

/// What of a scaled photo a placement shows, and where on the screen.
struct PlacedWindow<ID: Hashable & Sendable> {
    let placement: Placement<ID>
    let window: ScaledWindow
    let cell: CellMetrics
    /// The window's first pixel on the screen.
    fileprivate let origin: PixelPoint

    /// `target` counts from the top left corner of the placement's cells.
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

    /// Whether a part of a scaled photo has its pixels: the same photo at the same scale.
    func isSharp(in region: ScaledWindow, version: Int) -> Bool {
        version == placement.version && region.scaled == window.scaled
    }

    func isCovered(by region: ScaledWindow, version: Int) -> Bool {
        isSharp(in: region, version: version) && region.window.contains(window.window)
    }
}

extension KittyPlacement {
    /// The pixels of a tile that are in view, one for one; nil where none are.
    init?<ID>(sharp tile: KittyTile, in view: PlacedWindow<ID>, depth: Depth = .sharp) {
        let region = tile.region.window
        let window = view.window.window
        let seen = region.intersection(window)
        guard !seen.isEmpty else { return nil }
        let part = PixelPoint(x: seen.minX - region.minX, y: seen.minY - region.minY)
        let place = PixelPoint(
            x: view.origin.x + seen.minX - window.minX, y: view.origin.y + seen.minY - window.minY)
        self.init(
            PixelRect(origin: part, size: seen.size), of: tile, at: place, in: view, depth)
    }

    /// A tile of another scale or version, scaled by the terminal to lie where the view has it.
    ///
    /// A scaled picture ends on a cell's edge, and begins anywhere.
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
        let part = PixelRect(
            x: x.part.lowerBound, y: y.part.lowerBound, width: x.part.count, height: y.part.count)
        self.init(
            part, of: tile, at: PixelPoint(x: x.start, y: y.start), in: view, depth,
            stretch: CellSize(columns: x.cells, rows: y.cells))
    }

    private init<ID>(
        _ part: PixelRect, of tile: KittyTile, at place: PixelPoint, in view: PlacedWindow<ID>,
        _ depth: Depth, stretch: CellSize? = nil
    ) {
        let (cell, shift) = view.cell.corner(place)
        self.init(
            image: tile.image, stored: tile.region.window.size, part: part, cell: cell,
            shift: shift, stretch: stretch,
            height: view.placement.layer * Depth.allCases.count + depth.rawValue)
    }
}

/// One axis of a stored picture that stands in for a view at another scale.
private struct ScaledAxis {
    /// The stored part of the photo, in the pixels of its own scale.
    let stored: Range<Int>
    /// The part in view, in the pixels of the view's scale.
    let window: Range<Int>
    /// The view's pixels to one that is stored.
    let scale: Double
    /// Where on the screen the window begins, and the screen's cells.
    let origin: Int
    let cells: CellAxis

    struct Span {
        /// In the pixels of the screen.
        let start: Int
        let cells: Int
        /// In the stored picture's own pixels.
        let part: Range<Int>
    }

    /// What is in view; nil where nothing is.
    ///
    /// It ends on the last cell's edge that stored pixels reach, so that its scale is right.
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

    /// The cell's edge at or after the end of the window, else the last one within reach.
    private func end(within reach: Int) -> Int {
        let wished = origin + min(window.upperBound, reach) - window.lowerBound
        let after = cells.pixels(of: cells.cells(covering: wished))
        if after - origin + window.lowerBound <= reach { return after }
        return cells.pixels(of: cells.cells(within: wished))
    }

    /// The stored pixel that a pixel of the view comes from.
    private func storedPixel(_ place: Int) -> Int {
        max(0, Int((Double(place) / scale).rounded()) - stored.lowerBound)
    }
}
