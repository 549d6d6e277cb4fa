import Imaging

/// A part of a stored picture on the glass.
struct KittyPlacement: Hashable, Sendable {
    let image: Int
    /// In the stored picture's pixels.
    let part: PixelRect
    /// Where its top left pixel lies: the cell, and the pixels in that cell.
    let cell: CellPosition
    let shift: PixelPoint
    /// The cells it is scaled to fill, counted from `cell`; nil shows it pixel for pixel.
    let stretch: CellSize?

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

    /// Puts it there; one that shows the same picture moves.
    ///
    /// C=1 leaves the cursor alone, and nothing scrolls. q=1: errors are answered, so that a picture the
    /// terminal has thrown away is noticed. What stands in lies under what is sharp.
    func append(to output: inout [UInt8]) {
        ControlSequence.moveCursor(cell).append(to: &output)
        var keys = "a=p,i=\(image),p=1,x=\(part.minX),y=\(part.minY)"
        keys += ",w=\(part.size.width),h=\(part.size.height)"
        if shift.x > 0 { keys += ",X=\(shift.x)" }
        if shift.y > 0 { keys += ",Y=\(shift.y)" }
        if let stretch { keys += ",c=\(stretch.columns),r=\(stretch.rows)" }
        KittyCommand.append(keys + (stretch == nil ? ",z=1" : "") + ",C=1,q=1", to: &output)
    }

    /// Takes it off the glass; the picture stays in the store.
    func appendRemoval(to output: inout [UInt8]) {
        KittyCommand.append("a=d,d=i,i=\(image),p=1,q=2", to: &output)
    }
}
