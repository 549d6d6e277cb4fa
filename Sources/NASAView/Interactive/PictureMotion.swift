internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// A short movement of a picture that the terminal has: from a tile to the whole screen and back, or from
/// one zoom to another.
///
/// It takes a few placements, of under 100 bytes each; any key ends it.
struct PictureMotion {
    static let milliseconds = 160
    /// Fast at first, then slower: what is left of the way at each step is the cube of the time left.
    static let shares = (1...6).map { step in
        let rest = 1 - Double(step) / 6
        return 1 - rest * rest * rest
    }

    let picture: Picture
    let from: PicturePlace
    let to: PicturePlace
    var startedAt: Clock.Milliseconds

    /// What moves; over a page it lies on top.
    struct Picture: Hashable {
        let id: PictureID
        let photo: PixelSize
        let version: Int
        let layer: Int
    }

    /// Whether the way is done, or was cut short by a key.
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

/// Where a photo lies, in pixels of the screen.
struct PicturePlace: Hashable {
    /// All of the photo, also what is not seen.
    let x, y, width, height: Double
    /// The part of the screen that it is seen in.
    let seenIn: PixelRect

    /// The place of a window on a scaled photo; `target` is counted from the top left of `cells`.
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

    /// The place of a view of a photo; `nil` if it shows no part of one.
    init?(_ placement: PicturePlacement, _ cell: CellMetrics) {
        guard case .part(let window, let target) = placement.window else { return nil }
        self.init(window, at: target, in: placement.cells, cell)
    }

    private init(x: Double, y: Double, width: Double, height: Double, seenIn: PixelRect) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.seenIn = seenIn
    }

    /// The same, seen only where another place is seen.
    func seen(within other: PicturePlace) -> PicturePlace {
        PicturePlace(
            x: x, y: y, width: width, height: height,
            seenIn: seenIn.intersection(other.seenIn))
    }

    /// How many times as large the photo is there.
    func scale(of other: PicturePlace) -> Double { other.width / max(1, width) }

    /// A part of the way to another place, 0 to 1.
    func moved(to other: PicturePlace, by share: Double) -> PicturePlace {
        func mean(_ low: Double, _ high: Double) -> Double { low + (high - low) * share }
        func mean(_ low: Int, _ high: Int) -> Int {
            Int(mean(Double(low), Double(high)).rounded())
        }
        let left = mean(seenIn.minX, other.seenIn.minX)
        let top = mean(seenIn.minY, other.seenIn.minY)
        return PicturePlace(
            x: mean(x, other.x), y: mean(y, other.y), width: mean(width, other.width),
            height: mean(height, other.height),
            seenIn: PixelRect(
                x: left, y: top, width: mean(seenIn.maxX, other.seenIn.maxX) - left,
                height: mean(seenIn.maxY, other.seenIn.maxY) - top))
    }

    /// The placement that shows it there; `nil` if nothing of it is on the screen.
    func placement(
        of picture: PictureMotion.Picture, _ cell: CellMetrics
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
            window: .part(
                ScaledWindow(photo: picture.photo, scaled: all.size, window: part), at: seen),
            size: size,
            cells: CellRect(
                origin: CellPosition(row: 0, column: 0), size: cell.cells(covering: size)),
            layer: picture.layer)
    }
}
