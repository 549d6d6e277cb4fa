internal import Imaging

/// A rectangle of a JPEG's units (MCUs), counted from its top left corner.
struct MCURect: Hashable, Sendable {
    let columns: Range<Int>
    let rows: Range<Int>

    /// The units under an area of the photo, and one more on each side where there is one.
    ///
    /// The neighbours are needed because upsampling of colours looks beyond a unit's edge.
    init(under area: PixelRect, of scan: JPEGScan) {
        let unit = scan.unit
        columns =
            max(
                0, area.minX / unit.width - 1)..<min(
                scan.unitsAcross, (area.maxX + unit.width - 1) / unit.width + 1)
        rows =
            max(
                0, area.minY / unit.height - 1)..<min(
                scan.unitsDown, (area.maxY + unit.height - 1) / unit.height + 1)
    }

    /// The photo's pixels that the units cover, up to its edges.
    func pixels(of scan: JPEGScan) -> PixelRect {
        PixelRect(
            x: columns.lowerBound * scan.unit.width, y: rows.lowerBound * scan.unit.height,
            width: min(scan.size.width, columns.upperBound * scan.unit.width)
                - columns.lowerBound * scan.unit.width,
            height: min(scan.size.height, rows.upperBound * scan.unit.height)
                - rows.lowerBound * scan.unit.height)
    }
}
