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

        func height(in layer: Int) -> Int { layer * Self.allCases.count + rawValue }
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
struct KittyWindow<ID: Hashable & Sendable> {
    let placement: Placement<ID>
    let window: ScaledWindow
    /// In screen pixels from the top left corner of the placement's cells.
    let target: PixelRect
    let cell: CellMetrics

    /// Whether a part of a scaled photo has its pixels: the same photo at the same scale.
    func isSharp(in region: ScaledWindow, version: Int) -> Bool {
        version == placement.version && region.scaled == window.scaled
    }

    func isCovered(by region: ScaledWindow, version: Int) -> Bool {
        isSharp(in: region, version: version) && region.window.contains(window.window)
    }

    /// The cell that a pixel lies in, and where in it.
    fileprivate func corner(x: Int, y: Int) -> (cell: CellPosition, shift: PixelPoint) {
        cell.corner(PixelPoint(x: x, y: y), from: placement.cells.origin)
    }
}

extension KittyPlacement {
    /// The pixels of a tile that are in view, one for one; nil where none are.
    init?<ID>(sharp tile: KittyTile, in view: KittyWindow<ID>, depth: Depth = .sharp) {
        let region = tile.region.window
        let window = view.window.window
        let seen = region.intersection(window)
        guard !seen.isEmpty else { return nil }
        let part = PixelRect(
            x: seen.minX - region.minX, y: seen.minY - region.minY, width: seen.size.width,
            height: seen.size.height)
        let corner = view.corner(
            x: view.target.minX + seen.minX - window.minX,
            y: view.target.minY + seen.minY - window.minY)
        self.init(
            image: tile.image, stored: region.size, part: part, cell: corner.cell,
            shift: corner.shift, stretch: nil, height: depth.height(in: view.placement.layer))
    }

    /// A tile of another scale or version, scaled by the terminal to lie where the view has it.
    ///
    /// A scaled picture ends on a cell's edge, and begins anywhere.
    init?<ID>(standingIn tile: KittyTile, for view: KittyWindow<ID>, depth: Depth = .far) {
        let region = tile.region.window
        let across = StretchedAxis(
            stored: region.columns, storedAll: tile.region.scaled.width,
            window: view.window.window.columns, all: view.window.scaled.width)
        let down = StretchedAxis(
            stored: region.rows, storedAll: tile.region.scaled.height,
            window: view.window.window.rows, all: view.window.scaled.height)
        let columns = CellEdges(view.cell.across, from: view.placement.cells.origin.column)
        let rows = CellEdges(view.cell.down, from: view.placement.cells.origin.row)
        guard let x = across.span(from: view.target.minX, on: columns),
            let y = down.span(from: view.target.minY, on: rows)
        else { return nil }
        let part = PixelRect(
            x: x.part.lowerBound, y: y.part.lowerBound, width: x.part.count, height: y.part.count)
        let corner = view.corner(x: x.start, y: y.start)
        self.init(
            image: tile.image, stored: region.size, part: part, cell: corner.cell,
            shift: corner.shift, stretch: CellSize(columns: x.cells, rows: y.cells),
            height: depth.height(in: view.placement.layer))
    }
}

extension PixelRect {
    fileprivate var columns: Range<Int> { minX..<maxX }
    fileprivate var rows: Range<Int> { minY..<maxY }
}

/// One axis of a stored picture that stands in for a view at another scale.
struct StretchedAxis {
    /// The stored part of the photo, and all of the photo, in the pixels of the stored scale.
    let stored: Range<Int>
    let storedAll: Int
    /// The part in view, and all of the photo, in the pixels of the view's scale.
    let window: Range<Int>
    let all: Int

    struct Span {
        /// In the pixels of the area.
        let start: Int
        let cells: Int
        /// In the stored picture's own pixels.
        let part: Range<Int>
    }

    /// What is in view, when the window begins at a pixel of the area; nil where nothing is.
    ///
    /// It ends on the last cell's edge that stored pixels reach, so that its scale is right.
    func span(from target: Int, on cells: CellEdges) -> Span? {
        let scale = Double(all) / Double(storedAll)
        let low = max(window.lowerBound, Int((Double(stored.lowerBound) * scale).rounded()))
        let reach = Int((Double(stored.upperBound) * scale).rounded())
        guard low < min(window.upperBound, reach) else { return nil }
        let start = target + low - window.lowerBound
        let end = end(target: target, reach: reach, on: cells)
        guard end > start else { return nil }
        let first = stored(low, scale)
        let last = stored(end - target + window.lowerBound, scale)
        return Span(
            start: start, cells: cells.cell(at: end) - cells.cell(at: start),
            part: min(first, stored.count - 1)..<min(stored.count, max(first + 1, last)))
    }

    /// The cell's edge at or after the end of the window, else the last one within reach.
    private func end(target: Int, reach: Int, on cells: CellEdges) -> Int {
        let wished = target + min(window.upperBound, reach) - window.lowerBound
        let after = cells.edge(after: wished)
        return after - target + window.lowerBound <= reach ? after : cells.edge(before: wished)
    }

    /// The stored pixel that a pixel of the view comes from.
    private func stored(_ place: Int, _ scale: Double) -> Int {
        max(0, Int((Double(place) / scale).rounded()) - stored.lowerBound)
    }
}

/// The edges of the cells of an area, in pixels from where the area begins.
struct CellEdges {
    private let axis: CellAxis
    /// The area's first pixel on the screen.
    private let start: Int

    init(_ axis: CellAxis, from first: Int) {
        self.axis = axis
        start = axis.pixels(of: first)
    }

    /// The cell of a pixel, counted from the screen's first.
    func cell(at place: Int) -> Int { axis.cells(within: start + place) }

    func edge(before place: Int) -> Int { axis.pixels(of: cell(at: place)) - start }

    func edge(after place: Int) -> Int {
        axis.pixels(of: axis.cells(covering: start + place)) - start
    }
}
