internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// A short transition of a picture that the terminal has stored: from a tile to the full screen and
/// back, or from one scale to another.
///
/// The transition needs a few placements of less than 100 bytes each; any key ends it.
struct Transition {
    static let milliseconds = 160
    /// The fractions of the distance that are covered after the steps, in order.
    ///
    /// The steps become shorter: the remaining distance is the cube of the remaining time.
    static let shares = (1...6).map { step in
        let rest = 1 - Double(step) / 6
        return 1 - rest * rest * rest
    }

    /// The moving picture, at its former or future position.
    let picture: PicturePlacement
    /// The layer of the picture: 1 over a page, where it covers other pictures; otherwise 0.
    let layer: Int
    let from: TransitionRect
    let to: TransitionRect
    let startedAt: Clock.Milliseconds

    /// Returns true if the transition is complete, or was ended by a key.
    func isOver(at now: Clock.Milliseconds, touchedAt: Clock.Milliseconds) -> Bool {
        step(at: now) >= Self.shares.count || touchedAt > startedAt
    }

    func nextStep(after now: Clock.Milliseconds) -> Clock.Milliseconds {
        startedAt + (step(at: now) + 1) * Self.milliseconds / Self.shares.count + 1
    }

    func placement(at now: Clock.Milliseconds, _ cell: CellMetrics) -> PicturePlacement? {
        let share = Self.shares[min(step(at: now), Self.shares.count - 1)]
        return from.moved(to: to, by: share).placement(of: picture, layer: layer, cell)
    }

    private func step(at now: Clock.Milliseconds) -> Int {
        max(0, now - startedAt) * Self.shares.count / Self.milliseconds
    }
}

/// The position of a photo, in pixels of the screen.
struct TransitionRect: Hashable {
    /// The size of the photo itself.
    let photo: PixelSize
    /// The complete scaled photo, including its invisible area.
    let whole: PixelRect
    /// The area of the screen that shows the photo.
    let seenIn: PixelRect

    /// Returns the same position, visible only within the visible area of another position.
    func seen(within other: TransitionRect) -> TransitionRect {
        TransitionRect(photo: photo, whole: whole, seenIn: seenIn.intersection(other.seenIn))
    }

    /// Returns the scale of the photo at another position relative to this one.
    func scale(of other: TransitionRect) -> Double {
        Double(other.whole.size.width) / Double(max(1, whole.size.width))
    }

    /// Returns a position between this position and another; `share` is the fraction of the
    /// distance, 0 to 1.
    func moved(to other: TransitionRect, by share: Double) -> TransitionRect {
        func mean(_ low: Int, _ high: Int) -> Int {
            Int((Double(low) + Double(high - low) * share).rounded())
        }
        let (start, end) = (whole, other.whole)
        let left = mean(seenIn.minX, other.seenIn.minX)
        let top = mean(seenIn.minY, other.seenIn.minY)
        return TransitionRect(
            photo: photo,
            whole: PixelRect(
                x: mean(start.minX, end.minX), y: mean(start.minY, end.minY),
                width: mean(start.size.width, end.size.width),
                height: mean(start.size.height, end.size.height)),
            seenIn: PixelRect(
                x: left, y: top, width: mean(seenIn.maxX, other.seenIn.maxX) - left,
                height: mean(seenIn.maxY, other.seenIn.maxY) - top))
    }

    /// Returns the placement that shows the photo at this position; `nil` if the photo is off the
    /// screen.
    func placement(
        of picture: PicturePlacement, layer: Int, _ cell: CellMetrics
    ) -> PicturePlacement? {
        let seen = whole.intersection(seenIn)
        guard !seen.isEmpty else { return nil }
        let region = ScaledWindow(
            photo: photo, scaled: whole.size, window: seen.relative(to: whole.origin))
        let size = PixelSize(width: seen.maxX, height: seen.maxY)
        return PicturePlacement(
            id: picture.id, version: picture.version, window: .region(region, at: seen), size: size,
            cells: CellRect(origin: .home, size: cell.cells(covering: size)), layer: layer)
    }
}

extension TransitionRect {
    /// Creates the position of a window on a scaled photo; `target` is relative to the top left
    /// corner of `cells`.
    init(_ window: ScaledWindow, at target: PixelRect, in cells: CellRect, _ cell: CellMetrics) {
        let corner = cell.pixels(
            of: CellSize(columns: cells.origin.column, rows: cells.origin.row))
        seenIn = target.relative(to: PixelPoint(x: -corner.width, y: -corner.height))
        let start = window.window.relative(to: seenIn.origin).origin
        whole = PixelRect(window.scaled).relative(to: start)
        photo = window.photo
    }

    /// Creates the position of a view of a photo; `nil` for a thumbnail.
    init?(_ placement: PicturePlacement, _ cell: CellMetrics) {
        guard case .region(let window, let target) = placement.window else { return nil }
        self.init(window, at: target, in: placement.cells, cell)
    }
}

/// The state of transitions: the moving picture, and the pictures that could move.
struct TransitionState {
    /// The minimum change of scale that is visible as a jump; a zoom step is 1.19.
    fileprivate static let leastScale = 1.15
    /// The minimum time between two changes of scale for a transition; changes by a held key are
    /// more frequent, and have no transition.
    fileprivate static let leastPause = 250
    /// The number of bytes of ten steps, and the time above which the line is slow for transitions.
    fileprivate static let slowLine = (bytes: 1000, milliseconds: 20)

    let use: MotionSetting
    var current: Transition?
    /// The last placed view of the photo.
    var placed: PicturePlacement?
    /// The thumbnail of the photo that was opened last.
    var preview: PagePicture?
    /// The time of the photo's last change of scale.
    var scaledAt = Int.min / 2
}

// The transitions of a stored picture: from a tile to its opened photo, from a photo back to its
// tile, or from one scale to another.
extension Display {
    /// Returns the transition from the opened photo's tile on the displayed page to the photo's
    /// future position; `nil` if no transition is possible.
    func openingTransition() -> Transition? {
        guard case .page = content, mayMove, page.overlay == nil, let area = context.area,
            let tile = movement.preview.flatMap({ page.picture(of: $0.source) }),
            tile.window != .fitted(.width), let from = rect(ofPhotoIn: tile)
        else { return nil }
        let view = Viewport(photo: from.photo, screen: area.size)
        return Transition(
            picture: tile, layer: 1, from: from,
            to: TransitionRect(view.window, at: view.target, in: context.photoCells, cell),
            startedAt: flow.now)
    }

    /// Returns the transition from the displayed photo to its tile on the next page; `nil` if no
    /// transition is possible.
    func closingTransition(to pictures: [PagePicture]) -> Transition? {
        guard case .photo = content, mayMove, let placed = movement.placed,
            let from = TransitionRect(placed, cell),
            let picture = pictures.first(where: { $0.source == movement.preview?.source }),
            let tile = context.placement(of: picture), let to = rect(ofPhotoIn: tile)
        else { return nil }
        return Transition(picture: placed, layer: 1, from: from, to: to, startedAt: flow.now)
    }

    /// Returns the position of the photo whose region a tile shows; `nil` if no region is stored.
    private func rect(ofPhotoIn tile: PicturePlacement) -> TransitionRect? {
        driver.region(in: tile).map { TransitionRect($0.0, at: $0.1, in: tile.cells, cell) }
    }

    /// Returns the transition from one scale of the displayed photo to another; `nil` if no
    /// transition is possible, or if the scale changes too little or too often.
    mutating func zoomingTransition(to picture: PicturePlacement) -> Transition? {
        guard mayMove, let placed = movement.placed, placed.id == picture.id,
            placed.version == picture.version, let from = TransitionRect(placed, cell),
            let to = TransitionRect(picture, cell),
            max(from.scale(of: to), to.scale(of: from)) >= TransitionState.leastScale
        else { return nil }
        defer { movement.scaledAt = flow.now }
        guard flow.now - movement.scaledAt >= TransitionState.leastPause else { return nil }
        return Transition(
            picture: picture, layer: 0,
            // A reappearing bar stays uncovered during the transition.
            from: from.seen(within: to), to: to, startedAt: flow.now)
    }

    private var mayMove: Bool {
        let time = flow.line.milliseconds(for: TransitionState.slowLine.bytes) ?? 0
        return context.allows(
            movement.use, onSlowLine: time > TransitionState.slowLine.milliseconds)
    }

    /// Ends a transition that is complete, or that a key has ended.
    ///
    /// - Returns: true if a transition ended.
    @discardableResult
    mutating func endTransition() -> Bool {
        guard movement.current?.isOver(at: flow.now, touchedAt: flow.lastTouch) == true
        else { return false }
        movement.current = nil
        return true
    }

    /// Moves a picture over a page; at the end the picture disappears if `isLast` is true, and
    /// otherwise stays until its replacement is ready.
    ///
    /// - Returns: `nil` if no picture moves, or if the terminal is busy.
    mutating func moveOverPage(isLast: Bool) -> FrameCommit? {
        guard output.isEmpty, movement.current != nil || isLast && page.overlay != nil
        else { return nil }
        var picture = movement.current?.placement(at: flow.now, cell)
        if endTransition() {
            if isLast { picture = nil }
        } else if !flow.isOpen {
            return nil
        }
        let bytes = movePage(picture)
        return bytes.isEmpty ? nil : FrameCommit(bytes, isBusy: true)
    }
}
