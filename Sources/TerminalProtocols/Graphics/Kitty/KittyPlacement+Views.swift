import Imaging

extension KittyPlacement {
    /// The pixels of an upload that are in view, one for one; nil where none are.
    init?<Photo>(sharp upload: KittyUpload<Photo>, in view: KittyView<Photo>) {
        let region = upload.region.window
        let window = view.window.window
        let seen = region.intersection(window)
        guard !seen.isEmpty else { return nil }
        let part = PixelRect(
            x: seen.minX - region.minX, y: seen.minY - region.minY, width: seen.size.width,
            height: seen.size.height)
        let left = view.place.target.minX + seen.minX - window.minX
        let top = view.place.target.minY + seen.minY - window.minY
        let corner = view.place.corner(x: left, y: top)
        self.init(
            image: upload.image, part: part, cell: corner.cell, shift: corner.shift, stretch: nil)
    }

    /// An upload of another scale or version, scaled by the terminal to lie where the view has it.
    ///
    /// A scaled picture ends on a cell's edge, and begins anywhere.
    init?<Photo>(standingIn upload: KittyUpload<Photo>, for view: KittyView<Photo>) {
        let across = StretchedAxis(
            stored: upload.region.window.columns, storedAll: upload.region.scaled.width,
            window: view.window.window.columns, all: view.window.scaled.width)
        let down = StretchedAxis(
            stored: upload.region.window.rows, storedAll: upload.region.scaled.height,
            window: view.window.window.rows, all: view.window.scaled.height)
        let place = view.place
        let columns = CellEdges(place.cell.across, from: place.origin.column)
        let rows = CellEdges(place.cell.down, from: place.origin.row)
        guard let x = across.span(from: place.target.minX, on: columns),
            let y = down.span(from: place.target.minY, on: rows)
        else { return nil }
        let part = PixelRect(
            x: x.part.lowerBound, y: y.part.lowerBound, width: x.part.count, height: y.part.count)
        let corner = place.corner(x: x.start, y: y.start)
        self.init(
            image: upload.image, part: part, cell: corner.cell, shift: corner.shift,
            stretch: CellSize(columns: x.cells, rows: y.cells))
    }
}

extension PixelRect {
    fileprivate var columns: Range<Int> { minX..<maxX }
    fileprivate var rows: Range<Int> { minY..<maxY }
}

extension KittyPlace {
    /// The cell that a pixel of the area lies in, and where in it.
    fileprivate func corner(x: Int, y: Int) -> (cell: CellPosition, shift: PixelPoint) {
        cell.corner(PixelPoint(x: x, y: y), from: origin)
    }
}
