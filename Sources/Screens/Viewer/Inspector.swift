internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import TerminalProtocols

/// The crosshair on a photo, the data of the pixel under the crosshair, and the starting point of a
/// measured distance.
struct Inspector: Sendable {
    /// The number of pixels that an arrow key with Shift moves the crosshair.
    static let longStep = 10

    /// The inspected point, in pixels of the photo.
    private(set) var point: PixelPoint
    /// The starting point of the displayed distance; `nil` if no distance is displayed.
    private(set) var start: PixelPoint?
    /// The position of the starting point on the sky or on the ground; `nil` until it is known.
    private var startPosition: PhotoPosition?
    /// The latest reply, which may be about an earlier point; `nil` if no reply has arrived.
    private(set) var closeUp: PhotoCloseUp?
    /// The requested point; `nil` once the reply has arrived.
    private var asked: PixelPoint?
    /// True if the pending reply will be about pixels that are no longer shown.
    private var isAnswerStale = false
    /// A point that could not be read; it is not requested again immediately.
    private var failed: PixelPoint?

    /// The size of the box that shows the pixels around the point.
    private var loupe = LoupeSize.small

    init(at point: PixelPoint) { self.point = point }

    /// Shows the box in another size; the smallest size follows the largest.
    mutating func magnify(by steps: Int) { loupe = loupe.advanced(by: steps) }

    /// Returns the same position in another version of the photo, without pixel values.
    func moved(from photo: PixelSize, to other: PixelSize) -> Inspector {
        var inspector = Inspector(at: .origin)
        let position = { (point: PixelPoint) in
            PixelPoint(
                x: point.x * other.width / photo.width, y: point.y * other.height / photo.height)
        }
        inspector.go(to: position(point), on: other)
        (inspector.start, inspector.loupe) = (start.map(position), loupe)
        return inspector
    }

    /// Creates an inspector in the centre of the screen.
    init(inTheMiddleOf viewport: Viewport) {
        self.init(at: .origin)
        let middle = PixelPoint(x: viewport.screen.width / 2, y: viewport.screen.height / 2)
        go(to: viewport.pixel(at: middle), on: viewport.photo)
    }

    /// The reply about the point under the crosshair; `nil` until that reply arrives.
    var reading: PhotoCloseUp? { closeUp.flatMap { $0.point == point ? $0 : nil } }

    mutating func move(_ direction: ViewportMove.Direction, by steps: Int, on photo: PixelSize) {
        let (x, y) =
            switch direction {
            case .left: (-steps, 0)
            case .right: (steps, 0)
            case .up: (0, -steps)
            case .down: (0, steps)
            }
        go(to: PixelPoint(x: point.x + x, y: point.y + y), on: photo)
    }

    /// Moves to the pixel of the photo nearest to a point.
    mutating func go(to wished: PixelPoint, on photo: PixelSize) {
        point = PixelPoint(
            x: min(max(0, wished.x), photo.width - 1), y: min(max(0, wished.y), photo.height - 1))
    }

    /// Starts a distance at this point, or ends the distance if it already starts here.
    mutating func setPoint() {
        start = start == point ? nil : point
        startPosition = start == nil ? nil : reading?.sample.position
    }

    /// Returns the pixel to read now.
    ///
    /// - Returns: `nil` if the pixel is known or could not be read, or if another request is
    ///   pending.
    mutating func question() -> PixelPoint? {
        guard asked == nil, reading == nil, point != failed else { return nil }
        asked = point
        return point
    }

    /// Discards all values, because another version or page of the photo is shown.
    mutating func forget() {
        closeUp = nil
        failed = nil
        isAnswerStale = asked != nil
    }

    mutating func receive(_ closeUp: PhotoCloseUp) {
        guard endQuestion(about: closeUp.point) else { return }
        failed = nil
        self.closeUp = closeUp
        if closeUp.point == start { startPosition = closeUp.sample.position }
    }

    mutating func fail(at point: PixelPoint) {
        if endQuestion(about: point) { failed = point }
    }

    /// Ends the request for a point; returns true if the reply is about the visible pixels.
    private mutating func endQuestion(about point: PixelPoint) -> Bool {
        guard point == asked else { return false }
        defer { isAnswerStale = false }
        asked = nil
        return !isAnswerStale
    }

    /// The distance from the starting point to the crosshair on the sky or on the ground; `nil`
    /// until both positions are known, or if the picture has no such coordinates.
    var distanceOfPositions: PhotoPosition.Distance? {
        guard start != nil, let here = reading?.sample.position else { return nil }
        return startPosition?.distance(to: here)
    }

    /// The distance from the starting point to the crosshair in pixels, and the angle in degrees: 0
    /// is to the right, 90 is up; `nil` without a starting point.
    var distance: (pixels: Double, degrees: Double)? {
        guard let start else { return nil }
        let (x, y) = (Double(point.x - start.x), Double(start.y - point.y))
        return ((x * x + y * y).squareRoot(), Angle.degrees(x: x, y: y))
    }
}

// The inspector's overlays and its effect on the view.
extension Inspector {
    /// Returns the overlays on the photo: a cross on the pixel, and a box with the surrounding
    /// pixels in a corner of the screen.
    func overlays(on viewport: Viewport) -> [PhotoOverlay] {
        guard let closeUp else { return [] }
        let screen = viewport.screen
        let position = viewport.screenPoint(of: point)
        let scale = loupe.scale(on: screen)
        let loupe = Magnifier.raster(of: closeUp, side: PhotoCloseUp.side, scale: scale)
        let isOnTheRight = position.x < screen.width / 2
        let cross = Magnifier.crosshair(
            size: min(Self.crossSide, max(5, 2 * scale + 5)), on: closeUp.colour)
        let half = cross.size.width / 2
        return [
            PhotoOverlay(
                .picture(cross),
                at: PixelRect(
                    origin: PixelPoint(x: position.x - half, y: position.y - half), size: cross.size
                )),
            PhotoOverlay(
                .picture(loupe),
                at: PixelRect(
                    origin: PixelPoint(
                        x: isOnTheRight ? max(0, screen.width - loupe.size.width) : 0, y: 0),
                    size: loupe.size)),
        ]
    }

    private static let crossSide = 21

    /// Returns the move that brings the crosshair back into view; `nil` for a visible crosshair.
    func moveIntoView(_ viewport: Viewport) -> ViewportMove? {
        let position = viewport.screenPoint(of: point)
        let x = Self.shift(position.x, side: viewport.screen.width)
        let y = Self.shift(position.y, side: viewport.screen.height)
        return x != 0 || y != 0 ? .shift(x: x, y: y) : nil
    }

    /// Returns the shift that moves a coordinate a quarter of the screen inside the crossed edge; 0
    /// if the coordinate is on the screen.
    private static func shift(_ coordinate: Int, side: Int) -> Int {
        if coordinate < 0 { return coordinate - side / 4 }
        return coordinate >= side ? coordinate - side + 1 + side / 4 : 0
    }
}

/// The sizes of the box, which differ in the magnification of the photo's pixels.
private enum LoupeSize: Int, CaseIterable {
    case small, medium, large

    func advanced(by steps: Int) -> LoupeSize {
        let sizes = Self.allCases
        return sizes[(rawValue + steps % sizes.count) % sizes.count]
    }

    /// Returns the number of screen elements for each pixel in each direction.
    ///
    /// The number is at most 8, 16 or 24, for a box of at most a third, a half or three quarters of
    /// the screen's shorter side, and at least 1.
    func scale(on screen: PixelSize) -> Int {
        let (scale, share) =
            switch self {
            case .small: (8, 1.0 / 3)
            case .medium: (16, 1.0 / 2)
            case .large: (24, 3.0 / 4)
            }
        let room = Int(Double(min(screen.width, screen.height)) * share) / PhotoCloseUp.side
        return min(scale, max(1, room))
    }
}

/// The bar while a photo is inspected: position, samples, colour on the screen, distance.
struct InspectorLine {
    let inspector: Inspector
    /// The displayed distance in metres on the ground; `nil` for a photo without a scale.
    var metres: Double?
    /// True if the pixels of the open version are not the original's.
    var isProvisional = false
    let strings: Strings

    private static let gap: SafeText = "   "

    func bar(columns: Int, _ direction: ReadingDirection) -> PhotoBar {
        let parts = [position, place, values, luminance, colour, distance, degrees].filter {
            !$0.0.isEmpty
        }
        let keys = [
            strings.hint(\.measure, .view(.setPoint)), strings.hint(\.size, .view(.magnify)),
            strings.hint(\.close, .view(.inspect)),
        ].text
        var pieces: [(SafeText, TextPage.Style)] = []
        var width = 2
        for (text, style) in parts {
            let gap = pieces.isEmpty ? "" : Self.gap
            guard width + gap.width + text.width <= columns else { break }
            pieces += [(gap, .plain), (text, style)]
            width += gap.width + text.width
        }
        let hasKeys = width + Self.gap.width + keys.width <= columns
        let rest = SafeText("").padded(
            to: max(0, columns - width - (hasKeys ? keys.width : 0)))
        let all = pieces + [(rest, .plain)] + (hasKeys ? [(keys, .faint)] : [])
        let ordered = direction == .leftToRight ? all : all.reversed()
        return PhotoBar([(" ", .plain)] + ordered + [(" ", .plain)], columns: columns)
    }

    private var position: (SafeText, TextPage.Style) {
        guard !isProvisional else { return ("", .strong) }
        let number = { (place: Int) in SafeText(strings.local.number(place)) }
        return (
            "x " + number(inspector.point.x) + "  y " + number(inspector.point.y), .strong
        )
    }

    /// The pixel's coordinates on the sky or on the ground.
    private var place: (SafeText, TextPage.Style) {
        (SafeText(inspector.reading?.sample.position?.text ?? ""), .strong)
    }

    /// The pixel's coordinates in degrees, shown if there is room.
    private var degrees: (SafeText, TextPage.Style) {
        (SafeText(inspector.reading?.sample.position?.textInDegrees ?? ""), .plain)
    }

    /// The file's samples; an ellipsis while they are loading.
    private var values: (SafeText, TextPage.Style) {
        guard let sample = inspector.reading?.sample else { return ("…", .faint) }
        guard !sample.values.isEmpty else { return ("", .accent) }
        let text = sample.values.map { strings.local.number($0) }.joined(separator: " ")
        let unit = sample.unit.isEmpty ? "" : " " + sample.unit
        let depth = sample.bits == 8 ? "" : " " + strings.viewer.bits(sample.bits)
        return (SafeText(text + unit) + depth, .accent)
    }

    /// The luminance of the pixel on an HDR display; empty for other pictures.
    private var luminance: (SafeText, TextPage.Style) {
        let luminance = inspector.reading?.sample.luminance
        // The symbol of the unit is the same in all languages.
        return (SafeText(luminance.map { strings.local.luminance($0) + " cd/m²" } ?? ""), .accent)
    }

    /// The colour on the screen, with red, green and blue values only if they differ from the
    /// samples.
    private var colour: (SafeText, TextPage.Style) {
        guard let reading = inspector.reading else { return ("", .plain) }
        let colour = reading.colour
        let codes = [colour.red, colour.green, colour.blue].map { Int($0) }  // Bounded: bytes.
        // A gray pixel has a single sample.
        let values = reading.sample.values
        let isSame =
            values == codes.map { .integer($0) }
            || values == [.integer(codes[0])] && Set(codes).count == 1
        let triple = isSame ? "" : "→ " + codes.map { String($0) }.joined(separator: " ") + "  "
        let lightness = strings.local.short(colour.lightness)
        return (SafeText(triple + "\(colour.hexadecimal)  L* \(lightness)"), .plain)
    }

    private var distance: (SafeText, TextPage.Style) {
        guard !isProvisional, let (pixels, degrees) = inspector.distance else {
            return ("", .plain)
        }
        let length = strings.local.short(pixels), angle = strings.local.short(degrees)
        return (SafeText("Δ \(length) px  \(angle)°\(ground)"), .strong)
    }

    private var ground: String {
        var metres = metres
        switch inspector.distanceOfPositions {
        case .arcSeconds(let seconds)?: return "  " + Self.arc(seconds, strings)
        case .metres(let length)?: metres = length
        case nil: break
        }
        guard let metres else { return "" }
        return metres < 1000
            ? "  \(strings.local.short(metres)) m" : "  \(strings.local.short(metres / 1000)) km"
    }

    private static func arc(_ seconds: Double, _ strings: Strings) -> String {
        switch seconds {
        case ..<60: "\(strings.local.short(seconds))″"
        case ..<3600: "\(strings.local.short(seconds / 60))′"
        default: "\(strings.local.short(seconds / 3600))°"
        }
    }
}

// The inspector of the viewer.
extension ViewerScreen {
    /// Requests the pixel under the crosshair, unless that pixel is known.
    mutating func ask() -> [Effect] {
        guard let viewport = state?.viewport, !viewport.isProvisional,
            let point = inspector?.question()
        else { return [] }
        var request = InspectRequest(point, of: viewport.photo, photo, appliedAdjustments)
        request.page = state?.playback.page ?? 0
        return [.photo(.inspect(request))]
    }

    /// Updates the inspector after a change of the shown pixels; ends the inspector if the known
    /// size of the photo changed.
    mutating func inspectAgain(after before: ViewerState) -> [Effect] {
        if let viewport = state?.viewport, viewport.photo != before.viewport.photo {
            inspector =
                before.viewport.isProvisional
                ? inspector?.moved(from: before.viewport.photo, to: viewport.photo) : nil
        }
        inspector?.forget()
        return ask()
    }
}
