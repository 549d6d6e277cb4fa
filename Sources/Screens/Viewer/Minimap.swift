internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import TerminalProtocols

/// The whole photo in a corner of the screen, with a frame around the visible region.
///
/// The map in the bar, `BrailleMap`, shows the same region with eight by four dots.
struct Minimap: Hashable {
    /// The area of the small photo on the screen, in picture elements.
    let area: PixelRect
    /// The area of the visible region's frame on the screen.
    let frame: PixelRect

    /// Creates the map; `nil` if the whole photo is visible, or if there is no room for the map.
    ///
    /// `grid` is the unit in which a terminal redraws areas of a picture; a map of whole units
    /// redraws no part of the photo.
    init?(
        _ viewport: Viewport, in cells: CellSize, _ direction: ReadingDirection,
        on grid: PixelSize = PixelSize(width: 1, height: 1)
    ) {
        let (view, screen) = (viewport.window, viewport.screen)
        guard view.window != PixelRect(view.scaled) else { return nil }
        let cell = PixelSize(
            width: max(1, screen.width / max(1, cells.columns)),
            height: max(1, screen.height / max(1, cells.rows)))
        let box = PixelSize(
            width: screen.width / Self.shareAcross, height: screen.height / Self.shareDown)
        let size = viewport.photo.fitted(into: box).rounded(to: grid, within: box)
        guard size.width >= Self.leastCells * cell.width, size.height >= max(1, cell.height / 4)
        else {
            return nil
        }
        // The map is a cell's width from the edge, like the margin of pages.
        let left =
            direction == .leftToRight ? screen.width - size.width - cell.width : cell.width
        let lowest = (screen.height - size.height) / grid.height
        let top = (screen.height - size.height - cell.width + grid.height / 2) / grid.height
        area = PixelRect(
            x: left / grid.width * grid.width, y: min(top, lowest) * grid.height,
            width: size.width, height: size.height)
        let across = Self.span(
            view.window.minX, view.window.size.width, of: view.scaled.width,
            on: size.width, least: max(1, cell.width / 2))
        let down = Self.span(
            view.window.minY, view.window.size.height, of: view.scaled.height,
            on: size.height, least: max(1, cell.height / 4))
        frame = PixelRect(
            x: area.minX + across.lowerBound, y: area.minY + down.lowerBound,
            width: across.count, height: down.count)
    }

    // The map has at most a fifth of the screen's width and a quarter of its height. Otherwise the
    // map of a tall photo would be a narrow column.
    private static let shareAcross = 5
    private static let shareDown = 4
    /// The minimum width of the map, in columns; a narrower map is less informative than
    /// `BrailleMap`.
    private static let leastCells = 4

    /// Returns a range scaled to another length, with at least `least` elements.
    ///
    /// The size of the result does not depend on the position, so a terminal that has stored the
    /// frame only moves it.
    private static func span(
        _ start: Int, _ length: Int, of all: Int, on width: Int, least: Int
    ) -> Range<Int> {
        let scale = Double(width) / Double(all)
        let count = min(width, max(least, Int((Double(length) * scale).rounded())))
        let low = min(max(0, Int((Double(start) * scale).rounded())), width - count)
        return low..<low + count
    }

    var overlays: [PhotoOverlay] {
        [PhotoOverlay(.overview, at: area), PhotoOverlay(.frame, at: frame)]
    }

    /// Returns the position in the photo at a point of the map, as fractions of the photo's width
    /// and height; `nil` if the point is not on the map.
    func share(at point: PixelPoint) -> (x: Double, y: Double)? {
        guard area.contains(PixelRect(origin: point, size: PixelSize(width: 1, height: 1))) else {
            return nil
        }
        return nearestShare(to: point)
    }

    /// Returns the position in the photo at the point of the map nearest to `point`.
    func nearestShare(to point: PixelPoint) -> (x: Double, y: Double) {
        let x = (Double(point.x - area.minX) + 0.5) / Double(area.size.width)
        let y = (Double(point.y - area.minY) + 0.5) / Double(area.size.height)
        return (min(max(0, x), 1), min(max(0, y), 1))
    }
}

extension PixelSize {
    /// Returns the nearest size in whole intervals of a grid; the width deviates from the photo's
    /// shape by at most half an interval.
    fileprivate func rounded(to grid: PixelSize, within box: PixelSize) -> PixelSize {
        func nearest(_ length: Double, _ interval: Int, _ limit: Int) -> Int {
            min(Int((length / Double(interval)).rounded()), limit / interval) * interval
        }
        guard !isEmpty else { return self }
        let rows = nearest(Double(height), grid.height, box.height)
        let across = Double(rows) * Double(width) / Double(height)
        return PixelSize(width: nearest(across, grid.width, box.width), height: rows)
    }
}

/// The visibility of the map.
struct MinimapState: Hashable {
    /// The maximum number of pixels of a photo in which a jump does not show the map.
    ///
    /// In larger photos, users lose their orientation.
    private static let largePixels = 32_000_000
    private static let shownAfterJump = Duration.milliseconds(1500)

    /// True if the user has switched the map on.
    var isOn = false
    /// True while the map is shown after a jump.
    private(set) var isShownForJump = false
    private var jumps = 0
    /// True if the pointer's button was pressed on the map.
    private var isDragged = false

    var isShown: Bool { isOn || isShownForJump }

    /// Shows the map for `shownAfterJump` after a jump in a large photo.
    mutating func moved(from old: Viewport, to new: Viewport) -> [Effect] {
        guard !isOn, (new.photo.area ?? .max) > Self.largePixels, new.isJump(from: old) else {
            return []
        }
        isShownForJump = true
        jumps += 1
        return [.wake(TimerRequest(.minimap, jumps), after: Self.shownAfterJump)]
    }

    mutating func woke(_ timer: TimerRequest) {
        if timer == TimerRequest(.minimap, jumps) { isShownForJump = false }
    }

    /// Returns the position in the photo for a click on the map, or for a drag that began there.
    ///
    /// - Returns: `nil` for any other action.
    mutating func share(
        _ action: PointerAction, at point: PixelPoint, on map: Minimap
    ) -> (x: Double, y: Double)? {
        switch action {
        case .clicked, .doubleClicked: isDragged = map.share(at: point) != nil
        case .dragged: break
        case .wheeled, .zoomed: return nil
        }
        return isDragged ? map.nearestShare(to: point) : nil
    }
}

extension Viewport {
    /// Returns true if the area common to both views is less than a quarter of the larger view.
    fileprivate func isJump(from old: Viewport) -> Bool {
        guard old != self else { return false }
        let (before, now) = (old.shares, shares)
        let both =
            max(
                0,
                min(before.x.upperBound, now.x.upperBound)
                    - max(before.x.lowerBound, now.x.lowerBound))
            * max(
                0,
                min(before.y.upperBound, now.y.upperBound)
                    - max(before.y.lowerBound, now.y.lowerBound))
        return both * 4 < max(Self.area(before), Self.area(now))
    }

    /// The visible region, as fractions of the photo's width and height.
    private var shares: (x: ClosedRange<Double>, y: ClosedRange<Double>) {
        let view = window
        let (width, height) = (Double(view.scaled.width), Double(view.scaled.height))
        return (
            Double(view.window.minX) / width...Double(view.window.maxX) / width,
            Double(view.window.minY) / height...Double(view.window.maxY) / height
        )
    }

    private static func area(
        _ part: (x: ClosedRange<Double>, y: ClosedRange<Double>)
    ) -> Double {
        (part.x.upperBound - part.x.lowerBound) * (part.y.upperBound - part.y.lowerBound)
    }
}

extension PictureArea {
    /// Returns the centre of a cell of the screen, in elements of the picture; the centre may be
    /// outside the picture.
    func middle(of cell: CellPosition, in cells: CellSize) -> PixelPoint {
        let width = Double(size.width) / Double(max(1, cells.columns - 2 * origin.column))
        let height = Double(size.height) / Double(max(1, cells.rows - 1 - origin.row))
        return PixelPoint(
            x: Int((Double(cell.column - origin.column) + 0.5) * width),
            y: Int((Double(cell.row - origin.row) + 0.5) * height))
    }
}
