/// The visible area of a photo, and its scale.
///
/// The photo is at least as wide as the screen, except in `whole`. The largest scale shows the
/// original size, or fills the screen's width if the original is narrower.
///
/// The photo at its scale is a grid of whole pixels (`scaled`), and the view is a window of whole
/// pixels in this grid. Therefore, a photo pixel looks the same anywhere on the screen, and panning
/// there and back shows the same pixels.
package struct Viewport: Hashable, Sendable {
    /// The original's upright size, or the size of a smaller copy while the view is provisional.
    package let photo: PixelSize
    /// True while the original's size is unknown.
    package let isProvisional: Bool
    package private(set) var screen: PixelSize
    package internal(set) var zoom: Zoom
    /// The top left corner of the view in the grid of the scaled photo.
    package private(set) var origin: PixelPoint
    /// The photo's width in pixels at the maximum scale: the original width, or that of a larger
    /// compared photo.
    var greatestWidth: Int
    /// The closer view before the switch to fit; `nil` if no closer view preceded.
    private var closeUp: CloseUp?
    /// The area most recently requested by `look(at:)`; `nil` if no area was requested.
    private var asked: AskedPart?
    /// The zoom to apply when the original's size becomes known; `nil` if no zoom is pending.
    var awaited: AwaitedZoom?

    /// A requested area of the photo, and the zoom and the origin of the resulting view.
    private struct AskedPart: Hashable {
        let area: PhotoArea
        let zoom: Zoom
        let origin: PixelPoint
    }

    /// The centre of a closer view in photo pixels, and the origin of the fitted view after it.
    private struct CloseUp: Hashable {
        let x: Double
        let y: Double
        var fitOrigin: PixelPoint
    }

    /// Creates a fitted view of the photo's centre, where most photos have their subject.
    ///
    /// - Precondition: neither size is empty.
    package init(photo: PixelSize, screen: PixelSize, isProvisional: Bool = false) {
        precondition(!photo.isEmpty && !screen.isEmpty, "a viewport sees something")
        self.photo = photo
        self.isProvisional = isProvisional
        self.screen = screen
        zoom = .fit
        origin = .origin
        greatestWidth = photo.width
        origin = middle
    }

    /// The view of the whole photo within the screen; no `ViewportMove` leads to this view.
    package var whole: Viewport {
        var viewport = self
        viewport.zoom = .whole
        viewport.origin = .origin
        return viewport
    }

    /// The scale at which the photo is as wide as the screen, in screen pixels per photo pixel.
    package var minimumScale: Double { Double(screen.width) / Double(photo.width) }

    /// True if zooming in is possible: the original is, or may be, wider than the screen.
    package var canZoom: Bool { isProvisional || maximumScale > minimumScale }

    /// True if the view requires the original even though a copy has enough pixels.
    package var wantsOriginal: Bool { awaited != nil || zoom == .original }

    package var maximumScale: Double {
        max(Double(greatestWidth) / Double(photo.width), minimumScale)
    }

    package var scale: Double {
        switch zoom {
        case .fit: minimumScale
        case .original: maximumScale
        case .between(let scale): min(max(scale, minimumScale), maximumScale)
        case .whole: min(minimumScale, Double(screen.height) / Double(photo.height))
        }
    }

    /// The photo's size at the current scale, in screen pixels.
    package var scaled: PixelSize {
        if zoom == .whole { return photo.fitted(into: screen, enlarging: true) }
        if scale == 1 { return photo }
        return PixelSize(
            width: max(screen.width, Int(nearest: Double(photo.width) * scale)),
            height: max(1, Int(nearest: Double(photo.height) * scale)))
    }

    /// The visible area, in the grid of the scaled photo.
    package var window: ScaledWindow {
        ScaledWindow(
            photo: photo, scaled: scaled, window: PixelRect(origin: origin, size: windowSize))
    }

    /// The window's rectangle on the screen; a window smaller than the screen is centred.
    package var target: PixelRect {
        let size = windowSize
        return PixelRect(
            origin: PixelPoint(
                x: (screen.width - size.width) / 2, y: (screen.height - size.height) / 2),
            size: size)
    }

    private var windowSize: PixelSize {
        let scaled = scaled
        return PixelSize(
            width: min(screen.width, scaled.width), height: min(screen.height, scaled.height))
    }

    /// Moves the view or changes its zoom.
    ///
    /// Pan steps are multiples of `interval` unless they are shorter, so that encoded sixel bands
    /// can be reused and pictures drawn in whole cells can be scrolled.
    package mutating func move(
        _ move: ViewportMove, snappingTo interval: PixelSize = PixelSize(width: 1, height: 1)
    ) {
        switch move {
        case .step(let direction, let times, let percent):
            pan(direction, percent, times: times, interval)
        case .page(let direction, let times): pan(direction, 90, times: times, interval)
        case .edge(let direction): goToEdge(direction)
        case .shift(let x, let y): shift(x: x, y: y)
        case .toggle(let point, let stop): toggle(about: point, stoppingAt: stop)
        case .zoomIn(let point): step(by: Self.zoomStep, about: point)
        case .zoomOut(let point): step(by: 1 / Self.zoomStep, about: point)
        case .fit: setZoom(.fit, about: nil)
        case .original: setZoom(.original, about: nil)
        case .centre: origin = middle
        }
    }

    /// Adopts a new screen size and keeps the centre and the kind of zoom.
    ///
    /// The initial view remains the initial view. A requested area remains visible even after
    /// smaller sizes in between.
    ///
    /// - Precondition: `size` is not empty.
    package mutating func resize(to size: PixelSize) {
        precondition(!size.isEmpty, "a screen has pixels")
        let isAtStart = zoom == .fit && origin == middle
        let isUnmoved = closeUp?.fitOrigin == origin
        let isAwaitedHere = awaited?.focus?.origin == origin
        let requested = asked.flatMap { $0.zoom == zoom && $0.origin == origin ? $0.area : nil }
        let centre = photoPoint(at: centreOfScreen)
        screen = size
        if isAtStart {
            origin = middle
        } else if let requested {
            look(at: requested)
        } else {
            look(at: centre)
        }
        if isUnmoved { closeUp?.fitOrigin = origin }
        if isAwaitedHere { awaited?.focus?.origin = origin }
    }

    /// The visible area, in photo pixels.
    package var area: PhotoArea {
        let size = windowSize
        let across = Double(photo.width) / Double(scaled.width)
        let down = Double(photo.height) / Double(scaled.height)
        // The width and height are computed from the scale, because the scaled photo's sides are
        // rounded.
        return PhotoArea(
            x: Double(origin.x) * across, y: Double(origin.y) * down,
            width: Double(size.width) / scale, height: Double(size.height) / scale)
    }

    /// Returns the photo pixel at a screen point; the result may lie beyond the photo's edges.
    package func pixel(at position: PixelPoint) -> PixelPoint {
        let point = photoPoint(at: (Double(position.x) + 0.5, Double(position.y) + 0.5))
        return PixelPoint(
            x: Int(nearest: point.x.rounded(.down)), y: Int(nearest: point.y.rounded(.down)))
    }

    /// Returns the screen point at a photo pixel's centre; the result may lie beyond the screen's
    /// edges.
    package func screenPoint(of pixel: PixelPoint) -> PixelPoint {
        let (scaled, target) = (scaled, target)
        let x = (Double(pixel.x) + 0.5) * Double(scaled.width) / Double(photo.width)
        let y = (Double(pixel.y) + 0.5) * Double(scaled.height) / Double(photo.height)
        return PixelPoint(
            x: Int(nearest: x.rounded(.down)) - origin.x + target.minX,
            y: Int(nearest: y.rounded(.down)) - origin.y + target.minY)
    }

    /// Shows a whole area as large as the screen and the limits of the zoom allow.
    package mutating func look(at area: PhotoArea) {
        look(
            at: area.x + area.width / 2, area.y + area.height / 2,
            scale: min(Double(screen.width) / area.width, Double(screen.height) / area.height))
        asked = AskedPart(area: area, zoom: zoom, origin: origin)
    }

    /// Shows the photo at a scale, in screen pixels per photo pixel, centred on the point (x, y).
    package mutating func look(at x: Double, _ y: Double, scale: Double) {
        zoom =
            scale <= minimumScale
            ? .fit : scale >= maximumScale ? .original : .between(scale: scale)
        awaited = nil
        look(at: (x, y))
    }

    /// The point of the photo in the centre of the screen, in widths and heights of the photo.
    package var centre: RelativePoint {
        let point = photoPoint(at: centreOfScreen)
        return RelativePoint(
            x: point.x / Double(photo.width), y: point.y / Double(photo.height))
    }

    /// Centres the view on a point given in widths and heights of the photo.
    package mutating func centre(onShare share: (x: Double, y: Double)) {
        look(at: (share.x * Double(photo.width), share.y * Double(photo.height)))
    }

    // The factor of a zoom step: four steps double the size, nearly as in imv and mpv.
    private static let zoomStep = 1.189_207_115_002_721

    private mutating func pan(
        _ direction: ViewportMove.Direction, _ percent: Int, times: Int, _ interval: PixelSize
    ) {
        let right = step(percent, of: screen.width, snappingTo: interval.width) * times
        let down = step(percent, of: screen.height, snappingTo: interval.height) * times
        switch direction {
        case .left: shift(x: -right, y: 0)
        case .right: shift(x: right, y: 0)
        case .up: shift(x: 0, y: -down)
        case .down: shift(x: 0, y: down)
        }
    }

    private func step(_ percent: Int, of side: Int, snappingTo interval: Int) -> Int {
        let length = max(1, side * percent / 100)
        guard length > interval else { return length }
        return length / interval * interval
    }

    private mutating func goToEdge(_ direction: ViewportMove.Direction) {
        let scaled = scaled
        switch direction {
        case .left: place(x: 0, y: origin.y)
        case .right: place(x: scaled.width, y: origin.y)
        case .up: place(x: origin.x, y: 0)
        case .down: place(x: origin.x, y: scaled.height)
        }
    }

    private mutating func shift(x: Int, y: Int) {
        let (newX, xOverflow) = origin.x.addingReportingOverflow(x)
        let (newY, yOverflow) = origin.y.addingReportingOverflow(y)
        place(
            x: xOverflow ? x.signum() * Int.max : newX, y: yOverflow ? y.signum() * Int.max : newY)
    }

    /// Zooms by a factor; beyond the limit of a provisional photo, records the width for later.
    private mutating func step(by factor: Double, about point: PixelPoint?) {
        var wished = scale * factor
        if let awaited {
            switch awaited.extent {
            case .width(let width): wished = width / Double(photo.width) * factor
            case .zoom, .stop: if factor > 1 { return }
            }
        }
        // Near a limit, the zoom snaps to the limit, because rounding errors could prevent an exact
        // match.
        if wished >= maximumScale * 0.999 {
            setZoom(.original, about: point)
            let width = min(wished * Double(photo.width), Self.widestAwaited)
            if isProvisional { awaitOriginal(.width(width), about: point) }
        } else if wished <= minimumScale * 1.001 {
            setZoom(.fit, about: point)
        } else {
            setZoom(.between(scale: wished), about: point)
        }
    }

    /// The maximum width to record, in screen pixels; no photo has a longer side.
    private static let widestAwaited = Double(1 << 24)

    /// Switches fit to `stop`, `stop` to the original size, and any other zoom to fit.
    ///
    /// Without a useful `stop`, fit is followed by the original size.
    private mutating func toggle(about point: PixelPoint?, stoppingAt stop: Double?) {
        let stop = stop.flatMap { isProvisional || isUseful(stop: $0) ? $0 : nil }
        switch (zoom, stop) {
        case (.fit, let stop?) where !isProvisional:
            setZoom(.between(scale: stop), about: point, isToggled: true)
        case (.fit, _):
            setZoom(.original, about: point)
            if isProvisional, let stop { awaitOriginal(.stop(scale: stop), about: point) }
        case (.between(let scale), let stop?) where scale == stop:
            setZoom(.original, about: point)
        default: setZoom(.fit, about: point)
        }
    }

    /// Returns true if a scale is at least 1.5 times fit, and at most 1/1.5 of the original size.
    func isUseful(stop scale: Double) -> Bool {
        minimumScale * 1.5 <= scale && scale * 1.5 <= maximumScale
    }

    private mutating func awaitOriginal(_ extent: AwaitedZoom.Extent, about spot: PixelPoint?) {
        awaited = AwaitedZoom(extent: extent)
        guard let spot else { return }
        let point = photoPoint(at: (x: Double(spot.x), y: Double(spot.y)))
        awaited?.focus = AwaitedZoom.Focus(
            point: RelativePoint(
                x: point.x / Double(photo.width), y: point.y / Double(photo.height)),
            spot: RelativePoint(
                x: Double(spot.x) / Double(screen.width),
                y: Double(spot.y) / Double(screen.height)), origin: origin)
    }

    /// Changes the zoom and keeps the photo's point at `anchor` in place, if the edges allow.
    ///
    /// Without `anchor`, the original size and a toggled scale return to the position of the last
    /// closer view, unless the user has moved the fitted photo.
    private mutating func setZoom(
        _ wished: Zoom, about anchor: PixelPoint?, isToggled: Bool = false
    ) {
        let centre = photoPoint(at: centreOfScreen)
        let isCloser = zoom != .fit
        awaited = nil
        defer {
            if isProvisional, wished == .original { awaitOriginal(.zoom(.original), about: anchor) }
        }
        if anchor == nil, !isCloser, wished == .original || isToggled, let closeUp,
            closeUp.fitOrigin == origin
        {
            zoom = wished
            return look(at: (closeUp.x, closeUp.y))
        }
        let spot = anchor.map { (x: Double($0.x), y: Double($0.y)) } ?? centreOfScreen
        let point = photoPoint(at: spot)
        zoom = wished
        look(at: point, from: spot)
        if isCloser, wished == .fit {
            closeUp = CloseUp(x: centre.x, y: centre.y, fitOrigin: origin)
        }
    }

    /// The origin that centres the view on the photo.
    var middle: PixelPoint {
        let (scaled, size) = (scaled, windowSize)
        return PixelPoint(x: (scaled.width - size.width) / 2, y: (scaled.height - size.height) / 2)
    }

    var centreOfScreen: (x: Double, y: Double) {
        (Double(screen.width) / 2, Double(screen.height) / 2)
    }

    /// Returns the point of the photo that is shown at `spot` on the screen, in photo pixels.
    func photoPoint(at spot: (x: Double, y: Double)) -> (x: Double, y: Double) {
        let scaled = scaled
        let target = target
        let x = Double(origin.x) + spot.x - Double(target.minX)
        let y = Double(origin.y) + spot.y - Double(target.minY)
        return (
            x * Double(photo.width) / Double(scaled.width),
            y * Double(photo.height) / Double(scaled.height)
        )
    }

    mutating func look(at point: (x: Double, y: Double)) {
        look(at: point, from: centreOfScreen)
    }

    /// Places a point of the photo at `spot` on the screen, or as near as the edges allow.
    mutating func look(at point: (x: Double, y: Double), from spot: (x: Double, y: Double)) {
        let scaled = scaled
        let target = target
        let x = point.x * Double(scaled.width) / Double(photo.width) - spot.x + Double(target.minX)
        let y =
            point.y * Double(scaled.height) / Double(photo.height) - spot.y + Double(target.minY)
        place(x: Int(nearest: x), y: Int(nearest: y))
    }

    private mutating func place(x: Int, y: Int) {
        let scaled = scaled
        let size = windowSize
        origin = PixelPoint(
            x: min(max(0, x), scaled.width - size.width),
            y: min(max(0, y), scaled.height - size.height))
    }
}

extension Int {
    /// Creates the nearest integer, clamped to the exact range of a `Double`, so that a size
    /// claimed by a server cannot cause a trap.
    fileprivate init(nearest value: Double) {
        let limit = Double(1 << 53)
        self = Int(Swift.min(Swift.max(-limit, value.rounded()), limit))
    }
}
