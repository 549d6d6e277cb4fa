package import Imaging
internal import TerminalProtocols

extension FrameRequest {
    /// The same view drawn with half blocks in 256 colours: a fifth of the bytes, for slow lines.
    ///
    /// `cell` is the screen pixels of a character; the area begins at the same cell.
    package func asBlocks(cell: CellMetrics) -> FrameRequest {
        let glyphs = BlockGlyphs.half
        let columns = Axis(cells: cell.across, elements: glyphs.elements.width)
        let rows = Axis(cells: cell.down, elements: glyphs.elements.height)
        let canvas = PixelSize(
            width: columns.whole(area.size.width), height: rows.whole(area.size.height))
        let scaled = PixelSize(
            width: columns.rounded(window.scaled.width),
            height: rows.rounded(window.scaled.height))
        let size = PixelSize(
            width: min(canvas.width, scaled.width), height: min(canvas.height, scaled.height))
        let origin = PixelPoint(
            x: min(columns.rounded(window.window.minX, least: 0), scaled.width - size.width),
            y: min(rows.rounded(window.window.minY, least: 0), scaled.height - size.height))
        return FrameRequest(
            self, window: PixelRect(origin: origin, size: size), of: scaled, in: canvas,
            style: style.asBlocks(glyphs))
    }

    private init(
        _ other: FrameRequest, window: PixelRect, of scaled: PixelSize, in canvas: PixelSize,
        style: FrameStyle
    ) {
        photo = other.photo
        version = other.version
        self.window = ScaledWindow(photo: other.window.photo, scaled: scaled, window: window)
        target = PixelRect(
            x: (canvas.width - window.size.width) / 2, y: (canvas.height - window.size.height) / 2,
            width: window.size.width, height: window.size.height)
        area = PictureArea(origin: other.area.origin, size: canvas)
        self.style = style
        fineness = .moving
    }

    /// One direction of the change from screen pixels to picture elements.
    private struct Axis {
        let cells: CellAxis
        let elements: Int

        /// Elements that lie wholly on so many pixels.
        func whole(_ length: Int) -> Int { max(1, cells.cells(within: length) * elements) }

        func rounded(_ length: Int, least: Int = 1) -> Int {
            max(least, cells.elements(in: length, of: elements))
        }
    }
}
