/// Which part of a photo is on the screen, and how large; pure, in pixels.
///
/// The rule of the Photo Viewer screen: the photo is never narrower than the screen and never
/// larger than its original size; one that is narrower than the screen is held at its width.
///
/// The photo at its scale is a grid of whole pixels (`scaled`), and the view is a window of whole
/// pixels on that grid. So a photo pixel looks the same wherever it stands on the screen, and
/// panning there and back ends on the same pixels.
package struct Viewport: Hashable, Sendable {
    /// The photo's original size, upright.
    package let photo: PixelSize
    package private(set) var screen: PixelSize
    package private(set) var zoom: Zoom
    /// The top left corner of the view on the scaled photo's grid.
    package private(set) var origin: PixelPoint
    /// What steps are multiples of, where the screen has such: bands of sixel that were encoded before
    /// are then not encoded again, and characters that were drawn can be moved.
    package var snapInterval = PixelSize(width: 1, height: 6)
    /// What was looked at before the photo was fitted; `nil` if it never was anything but fitted.
    private var closeUp: CloseUp?

    /// Where a closer view was, and where the fitted one has been since.
    private struct CloseUp: Hashable {
        let x: Double
        let y: Double
        var fitOrigin: PixelPoint
    }

    /// Starts at fit, in the middle: the subject of most photos is there.
    ///
    /// - Precondition: neither size is empty.
    package init(photo: PixelSize, screen: PixelSize) {
        precondition(!photo.isEmpty && !screen.isEmpty, "a viewport sees something")
        self.photo = photo
        self.screen = screen
        zoom = .fit
        origin = .origin
        origin = middle
    }

    /// The same photo with all of it on the screen, as a glance: no move leads there.
    package var whole: Viewport {
        var viewport = self
        viewport.zoom = .whole
        viewport.origin = .origin
        return viewport
    }

    /// Screen pixels per photo pixel where the photo is as wide as the screen.
    package var minimumScale: Double { Double(screen.width) / Double(photo.width) }

    /// Whether the original is larger than the photo at the width of the screen.
    package var canZoom: Bool { maximumScale > minimumScale }

    package var maximumScale: Double { max(1, minimumScale) }

    package var scale: Double {
        switch zoom {
        case .fit: minimumScale
        case .original: maximumScale
        case .between(let scale): min(max(scale, minimumScale), maximumScale)
        case .whole: min(minimumScale, Double(screen.height) / Double(photo.height))
        }
    }

    /// The photo's size at the present scale, in screen pixels.
    package var scaled: PixelSize {
        if zoom == .whole { return photo.fitted(into: screen, enlarging: true) }
        if scale == 1 { return photo }
        return PixelSize(
            width: max(screen.width, Int(nearest: Double(photo.width) * scale)),
            height: max(1, Int(nearest: Double(photo.height) * scale)))
    }

    /// The part in view, on the scaled photo's grid.
    package var window: ScaledWindow {
        ScaledWindow(
            photo: photo, scaled: scaled, window: PixelRect(origin: origin, size: windowSize))
    }

    /// Where the window lies on the screen: what is smaller than the screen is centred.
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

    package mutating func move(_ move: ViewportMove) {
        switch move {
        case .step(let direction, let times, let percent): pan(direction, percent, times: times)
        case .page(let direction, let times): pan(direction, 90, times: times)
        case .edge(let direction): goToEdge(direction)
        case .shift(let x, let y): shift(x: x, y: y)
        case .toggle(let place): setZoom(zoom == .fit ? .original : .fit, about: place)
        case .zoomIn(let place): step(by: Self.zoomStep, about: place)
        case .zoomOut(let place): step(by: 1 / Self.zoomStep, about: place)
        case .fit: setZoom(.fit, about: nil)
        case .original: setZoom(.original, about: nil)
        case .centre: origin = middle
        }
    }

    /// Takes the new size of the screen, keeping the centre of view and the kind of zoom.
    ///
    /// A view as it is at the start stays one: no other size before may show.
    ///
    /// - Precondition: `size` is not empty.
    package mutating func resize(to size: PixelSize) {
        precondition(!size.isEmpty, "a screen has pixels")
        let isAtStart = zoom == .fit && origin == middle
        let isUnmoved = closeUp?.fitOrigin == origin
        let centre = photoPoint(at: centreOfScreen)
        screen = size
        if isAtStart { origin = middle } else { look(at: centre) }
        if isUnmoved { closeUp?.fitOrigin = origin }
    }

    /// The same zoom, and the same place as a fraction of the photo, on another photo.
    package func applied(to other: PixelSize) -> Viewport {
        let centre = photoPoint(at: centreOfScreen)
        var viewport = Viewport(photo: other, screen: screen)
        viewport.zoom = zoom
        viewport.look(
            at: (
                centre.x / Double(photo.width) * Double(other.width),
                centre.y / Double(photo.height) * Double(other.height)
            ))
        return viewport
    }

    // Four steps double the size: about what imv and mpv do.
    private static let zoomStep = 1.189_207_115_002_721

    private mutating func pan(_ direction: ViewportMove.Direction, _ percent: Int, times: Int) {
        let right = step(percent, of: screen.width, snapInterval: snapInterval.width) * times
        let down = step(percent, of: screen.height, snapInterval: snapInterval.height) * times
        switch direction {
        case .left: shift(x: -right, y: 0)
        case .right: shift(x: right, y: 0)
        case .up: shift(x: 0, y: -down)
        case .down: shift(x: 0, y: down)
        }
    }

    private func step(_ percent: Int, of side: Int, snapInterval: Int) -> Int {
        let length = max(1, side * percent / 100)
        return side.isMultiple(of: snapInterval) && length > snapInterval
            ? length / snapInterval * snapInterval : length
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

    private mutating func step(by factor: Double, about place: PixelPoint?) {
        let wished = scale * factor
        // Within a hair of an end is that end, or + and - would never meet it.
        if wished >= maximumScale * 0.999 {
            setZoom(.original, about: place)
        } else if wished <= minimumScale * 1.001 {
            setZoom(.fit, about: place)
        } else {
            setZoom(.between(scale: wished), about: place)
        }
    }

    /// Changes the zoom so that the photo's point under `place` stays under it, if the edges allow.
    ///
    /// Without a place, the original size comes back to where it was left, unless the fitted photo
    /// was moved since.
    private mutating func setZoom(_ wished: Zoom, about place: PixelPoint?) {
        let centre = photoPoint(at: centreOfScreen)
        let isCloser = zoom != .fit
        if place == nil, !isCloser, wished == .original, let closeUp, closeUp.fitOrigin == origin {
            zoom = wished
            return look(at: (closeUp.x, closeUp.y))
        }
        let spot = place.map { (x: Double($0.x), y: Double($0.y)) } ?? centreOfScreen
        let point = photoPoint(at: spot)
        zoom = wished
        look(at: point, from: spot)
        if isCloser, wished == .fit {
            closeUp = CloseUp(x: centre.x, y: centre.y, fitOrigin: origin)
        }
    }

    /// Where the view begins that has the middle of the photo in its middle.
    private var middle: PixelPoint {
        let (scaled, size) = (scaled, windowSize)
        return PixelPoint(
            x: (scaled.width - size.width) / 2, y: (scaled.height - size.height) / 2)
    }

    private var centreOfScreen: (x: Double, y: Double) {
        (Double(screen.width) / 2, Double(screen.height) / 2)
    }

    /// The photo's point, in its own pixels, shown at a place of the screen.
    private func photoPoint(at spot: (x: Double, y: Double)) -> (x: Double, y: Double) {
        let scaled = scaled
        let target = target
        let x = Double(origin.x) + spot.x - Double(target.minX)
        let y = Double(origin.y) + spot.y - Double(target.minY)
        return (
            x * Double(photo.width) / Double(scaled.width),
            y * Double(photo.height) / Double(scaled.height)
        )
    }

    private mutating func look(at point: (x: Double, y: Double)) {
        look(at: point, from: centreOfScreen)
    }

    /// Brings a point of the photo to a place of the screen, as near as the edges allow.
    private mutating func look(at point: (x: Double, y: Double), from spot: (x: Double, y: Double))
    {
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
    /// The nearest whole number; beyond what a `Double` counts one by one it stops there, so that no
    /// photo's size, whoever says it, is too large to be looked at.
    fileprivate init(nearest value: Double) {
        let limit = Double(1 << 53)
        self = Int(Swift.min(Swift.max(-limit, value.rounded()), limit))
    }
}
