internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// A short transition of a picture that the terminal has stored: from a tile to the whole screen
/// and back, or from one zoom to another.
///
/// It takes a few placements, of under 100 bytes each; any key ends it.
struct Transition {
    static let milliseconds = 160
    /// Eases out: the remaining distance at each step is the cube of the remaining time.
    static let shares = (1...6).map { step in
        let rest = 1 - Double(step) / 6
        return 1 - rest * rest * rest
    }

    let picture: Picture
    let from: TransitionRect
    let to: TransitionRect
    var startedAt: Clock.Milliseconds

    /// The moving picture; over a page it lies on top.
    struct Picture: Hashable {
        let id: PictureID
        let photo: PixelSize
        let version: Int
        let layer: Int
    }

    /// True if the transition is complete, or was cut short by a key.
    func isOver(at now: Clock.Milliseconds, touchedAt: Clock.Milliseconds) -> Bool {
        step(at: now) >= Self.shares.count || touchedAt > startedAt
    }

    func nextStep(after now: Clock.Milliseconds) -> Clock.Milliseconds {
        startedAt + (step(at: now) + 1) * Self.milliseconds / Self.shares.count + 1
    }

    func placement(at now: Clock.Milliseconds, _ cell: CellMetrics) -> PicturePlacement? {
        let share = Self.shares[min(step(at: now), Self.shares.count - 1)]
        return from.moved(to: to, by: share).placement(of: picture, cell)
    }

    private func step(at now: Clock.Milliseconds) -> Int {
        max(0, now - startedAt) * Self.shares.count / Self.milliseconds
    }
}

/// The position of a photo, in pixels of the screen.
struct TransitionRect: Hashable {
    /// The whole photo, including its invisible part.
    let x, y, width, height: Double
    /// The part of the screen that shows it.
    let seenIn: PixelRect

    /// Creates the position of a window on a scaled photo; `target` is relative to the top left of
    /// `cells`.
    init(_ window: ScaledWindow, at target: PixelRect, in cells: CellRect, _ cell: CellMetrics) {
        let corner = cell.pixels(
            of: CellSize(columns: cells.origin.column, rows: cells.origin.row))
        x = Double(corner.width + target.minX - window.window.minX)
        y = Double(corner.height + target.minY - window.window.minY)
        width = Double(window.scaled.width)
        height = Double(window.scaled.height)
        seenIn = PixelRect(
            x: corner.width + target.minX, y: corner.height + target.minY,
            width: target.size.width, height: target.size.height)
    }

    /// Creates the position of a view of a photo; `nil` if it shows no part of one.
    init?(_ placement: PicturePlacement, _ cell: CellMetrics) {
        guard case .region(let window, let target) = placement.window else { return nil }
        self.init(window, at: target, in: placement.cells, cell)
    }

    private init(x: Double, y: Double, width: Double, height: Double, seenIn: PixelRect) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.seenIn = seenIn
    }

    /// Returns the same position, visible only where another one is.
    func seen(within other: TransitionRect) -> TransitionRect {
        TransitionRect(
            x: x, y: y, width: width, height: height,
            seenIn: seenIn.intersection(other.seenIn))
    }

    /// Returns how many times as large the photo is there.
    func scale(of other: TransitionRect) -> Double { other.width / max(1, width) }

    /// Returns a position between this and another, for a share of 0 to 1.
    func moved(to other: TransitionRect, by share: Double) -> TransitionRect {
        func mean(_ low: Double, _ high: Double) -> Double { low + (high - low) * share }
        func mean(_ low: Int, _ high: Int) -> Int {
            Int(mean(Double(low), Double(high)).rounded())
        }
        let left = mean(seenIn.minX, other.seenIn.minX)
        let top = mean(seenIn.minY, other.seenIn.minY)
        return TransitionRect(
            x: mean(x, other.x), y: mean(y, other.y), width: mean(width, other.width),
            height: mean(height, other.height),
            seenIn: PixelRect(
                x: left, y: top, width: mean(seenIn.maxX, other.seenIn.maxX) - left,
                height: mean(seenIn.maxY, other.seenIn.maxY) - top))
    }

    /// Returns the placement that shows the photo there; `nil` if it is off the screen.
    func placement(
        of picture: Transition.Picture, _ cell: CellMetrics
    ) -> PicturePlacement? {
        let all = PixelRect(
            x: Int(x.rounded()), y: Int(y.rounded()), width: max(1, Int(width.rounded())),
            height: max(1, Int(height.rounded())))
        let seen = all.intersection(seenIn)
        guard !seen.isEmpty else { return nil }
        let part = PixelRect(
            x: seen.minX - all.minX, y: seen.minY - all.minY, width: seen.size.width,
            height: seen.size.height)
        let size = PixelSize(width: seen.maxX, height: seen.maxY)
        return PicturePlacement(
            id: picture.id, version: picture.version,
            window: .region(
                ScaledWindow(photo: picture.photo, scaled: all.size, window: part), at: seen),
            size: size,
            cells: CellRect(
                origin: CellPosition(row: 0, column: 0), size: cell.cells(covering: size)),
            layer: picture.layer)
    }
}

/// Decides which stored picture moves: a tile to its opened photo, a photo back to its tile, or
/// from one zoom to another.
struct TransitionPlanner {
    /// A change of scale that looks like a jump: a zoom step is 1.19.
    private static let leastScale = 1.15
    /// A held key changes the scale more often than this: nothing moves in between.
    private static let leastPause = 250
    /// A line that takes longer for ten steps is slow.
    private static let slowLine = (bytes: 1000, milliseconds: 20)

    private let use: MotionSetting
    /// The current transition.
    var current: Transition?
    /// The last placed view of the photo.
    var placed: PicturePlacement?
    /// The thumbnail of the photo opened last.
    var preview: PagePicture?
    /// The time of the photo's last change of scale.
    private var scaledAt = Int.min / 2

    init(use: MotionSetting) { self.use = use }

    /// Returns the transition from the opened photo's tile on a displayed page to the photo's
    /// future position.
    func openingTransition(
        from page: ComposedPage, by driver: PictureDriver, on context: RenderContext,
        _ flow: FlowControl
    ) -> Transition? {
        guard mayMove(by: driver, on: context, flow), page.overlay == nil, let area = context.area,
            let tile = preview.flatMap({ page.picture(of: $0.source) }),
            tile.window != .fitted(.width),
            let (region, target) = driver.region(in: tile)
        else { return nil }
        let view = Viewport(photo: region.photo, screen: area.size)
        let cell = context.profile.cell
        return Transition(
            picture: Transition.Picture(
                id: tile.id, photo: region.photo, version: tile.version, layer: 1),
            from: TransitionRect(region, at: target, in: tile.cells, cell),
            to: TransitionRect(view.window, at: view.target, in: context.photoCells, cell),
            startedAt: flow.now)
    }

    /// Returns the transition from the displayed photo to its tile on a page about to be shown.
    func closingTransition(
        to pictures: [PagePicture], by driver: PictureDriver, on context: RenderContext,
        _ flow: FlowControl
    ) -> Transition? {
        guard mayMove(by: driver, on: context, flow), let placed,
            case .region(let window, _) = placed.window,
            let picture = pictures.first(where: { $0.source == preview?.source }),
            let tile = context.placement(of: picture),
            let (region, target) = driver.region(in: tile)
        else { return nil }
        let cell = context.profile.cell
        return TransitionRect(placed, cell).map { from in
            Transition(
                picture: Transition.Picture(
                    id: placed.id, photo: window.photo, version: placed.version, layer: 1),
                from: from, to: TransitionRect(region, at: target, in: tile.cells, cell),
                startedAt: flow.now)
        }
    }

    /// Returns the transition from one scale of the displayed photo to another.
    mutating func zooming(
        to picture: PicturePlacement, by driver: PictureDriver, on context: RenderContext,
        _ flow: FlowControl
    ) -> Transition? {
        let cell = context.profile.cell
        guard mayMove(by: driver, on: context, flow), let placed, placed.id == picture.id,
            placed.version == picture.version, case .region(let window, _) = picture.window,
            let from = TransitionRect(placed, cell), let to = TransitionRect(picture, cell),
            max(from.scale(of: to), to.scale(of: from)) >= Self.leastScale
        else { return nil }
        defer { scaledAt = flow.now }
        guard flow.now - scaledAt >= Self.leastPause else { return nil }
        return Transition(
            picture: Transition.Picture(
                id: picture.id, photo: window.photo, version: picture.version, layer: 0),
            // A bar that is reappearing stays uncovered during the transition.
            from: from.seen(within: to), to: to, startedAt: flow.now)
    }

    private func mayMove(
        by driver: PictureDriver, on context: RenderContext, _ flow: FlowControl
    ) -> Bool {
        guard use != .off, driver.keepsPictures, context.profile.picturesLieApart,
            context.isAnswering
        else { return false }
        let time = flow.line.milliseconds(for: Self.slowLine.bytes) ?? 0
        return use == .on
            || context.profile.passthrough == nil && time <= Self.slowLine.milliseconds
    }
}

extension Display {
    /// Returns the transition of a tile on the displayed page to the opened photo.
    func openingTransition(on context: RenderContext) -> Transition? {
        guard case .page = content else { return nil }
        return movements.openingTransition(from: page, by: driver, on: context, flow)
    }

    /// Returns the transition of the displayed photo to its tile on a page.
    func closingTransition(to pictures: [PagePicture], on context: RenderContext) -> Transition? {
        guard case .photo = content else { return nil }
        return movements.closingTransition(to: pictures, by: driver, on: context, flow)
    }
}
