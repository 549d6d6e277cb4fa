package import Imaging

/// A stored picture, which shows a region of a scaled photo.
struct KittyTile: Sendable {
    let image: Int
    let version: Int
    let region: ScaledWindow
    /// The position of the region in the rectangle of a `.fitted` placement.
    let target: PixelRect
    /// The size of the stored picture, including the margin of a picture that text shows.
    let size: PixelSize
    /// The number of the update before the picture was sent.
    let addedAt: Int
    /// A counter value that is larger for more recently used pictures.
    var usedAt: Int
    var wasPlaced = false
    /// The number of cells to which the terminal scales the picture for placeholder characters;
    /// `nil` until the command that places the picture is sent.
    var placedCells: CellSize?

    // The size in the store, at four bytes per pixel: kitty needs three, Konsole four.
    var byteCount: Int { region.window.size.width * region.window.size.height * 4 }

    /// Returns true if the picture was made for a rectangle of this size and this fitting.
    func fits(_ size: PixelSize, _ fitting: ImageFitting) -> Bool {
        switch fitting {
        case .cover: return target == PixelRect(size)
        case .matted(let mat):
            return target == (mat.colour == nil ? fitting.room(in: size) : PixelRect(size))
        case .whole:
            let right = size.width - target.maxX - target.minX
            let below = size.height - target.maxY - target.minY
            return region.window == PixelRect(region.scaled) && abs(right) <= 1 && abs(below) <= 1
        case .width:
            let below = size.height - target.maxY - target.minY
            return region.scaled.width == size.width && target.size.width == size.width
                && target.size.height == min(size.height, region.scaled.height) && abs(below) <= 1
        }
    }
}

/// A selection from a photo's stored tiles for a window: those to show, and the region to send
/// next.
struct KittyTileSelection<ID: Hashable & Sendable> {
    /// The usable tiles, the most recently used last.
    let tiles: [KittyTile]
    let visible: Set<Int>
    let view: PlacedWindow<ID>
    let limits: KittyLimits
    /// The origin of the grid of pieces; `nil` if pictures may begin at any pixel of the screen.
    var grid: PixelPoint?

    /// The exact tiles that cover the window; empty if no exact tiles cover the whole window.
    var covers: [KittyTile] { bestCover.map { [$0] } ?? coveringPieces }

    /// The tiles to show while the exact tiles do not cover the window.
    ///
    /// The lowest is the tile of another scale or version that shows most of the window. Over it
    /// are the pieces at the previous scale, then the tiles with exact pixels: all pieces, or the
    /// one large tile that shows most of the window.
    var standIns: [KittyPlacement] {
        let other = others.max { worth($0).lexicographicallyPrecedes(worth($1)) }
        let sharp = tiles.filter(isSharp).sorted { seenSamples(of: $0) < seenSamples(of: $1) }
            // Visible pictures cannot be deleted to make room, so only one large picture may be
            // used.
            .suffix(limits.piece == nil ? 1 : tiles.count)
        return [other.flatMap { KittyPlacement(standingIn: $0, for: view) }].compactMap(\.self)
            + lastPieces + sharp.compactMap { KittyPlacement(sharp: $0, in: view) }
    }

    /// True if a further region must be sent even though the window is covered.
    var isPrefetchDue: Bool { limits.piece != nil || covers.contains(where: isNearEdge) }

    /// Returns the region to send next; `nil` if every region that may soon be needed was sent.
    func nextRegion(towards aim: PixelPoint) -> ScaledWindow? {
        let window = view.window
        guard let piece = limits.piece else {
            let region = window.with(KittyTiling.region(for: window, limits))
            return tiles.contains { isSharp($0) && $0.region == region } ? nil : region
        }
        // The whole photo in one piece is sent first, as a stand-in for the other pieces.
        guard !tiles.isEmpty || grid != nil else { return window.whole(fitting: piece) }
        let sharp = sharpTiles
        return [window.window, KittyTiling.surroundings(of: window.window, in: window.scaled)]
            .lazy.flatMap {
                KittyTiling.pieces(
                    of: PieceGrid(piece, from: grid), touching: $0, in: window.scaled, from: aim)
            }
            .first { sharp[$0] == nil }
            .map { window.with($0) }
    }

    /// The tile that covers the window, preferably a visible one that leaves room to pan; `nil` if
    /// no tile covers the window.
    private var bestCover: KittyTile? {
        let covers = tiles.filter { view.isCovered(by: $0.region, version: $0.version) }
        let roomy = covers.filter { !isNearEdge($0) }
        let candidates = roomy.isEmpty ? covers : roomy
        return candidates.last { visible.contains($0.image) } ?? candidates.last
    }

    /// The pieces that cover the window; empty if a piece is missing.
    private var coveringPieces: [KittyTile] {
        guard let piece = limits.piece else { return [] }
        let places = KittyTiling.pieces(
            of: PieceGrid(piece, from: grid), touching: view.window.window,
            in: view.window.scaled, from: .origin)
        let sharp = sharpTiles
        let pieces = places.compactMap { sharp[$0] }
        return pieces.count == places.count ? pieces : []
    }

    /// The placements of pieces at the previous scale.
    private var lastPieces: [KittyPlacement] {
        let pieces = others.filter { $0.region.window.size != $0.region.scaled }
        guard limits.piece != nil, let scale = pieces.last?.region.scaled else { return [] }
        return pieces.filter { $0.region.scaled == scale }
            .compactMap { KittyPlacement(standingIn: $0, for: view, depth: .middle) }
    }

    private var others: [KittyTile] { tiles.filter { !isSharp($0) } }

    private var sharpTiles: [PixelRect: KittyTile] {
        Dictionary(tiles.filter(isSharp).map { ($0.region.window, $0) }) { $1 }
    }

    private func isSharp(_ tile: KittyTile) -> Bool {
        view.isSharp(in: tile.region, version: tile.version)
    }

    private func isNearEdge(_ tile: KittyTile) -> Bool {
        KittyTiling.isNearEdge(view.window.window, of: tile.region.window, in: tile.region.scaled)
    }

    private func seenSamples(of tile: KittyTile) -> Int {
        tile.region.window.intersection(view.window.window).size.area ?? 0
    }

    /// Returns values to compare stand-ins: the number of covered cells, the version and the
    /// resolution.
    private func worth(_ tile: KittyTile) -> [Int] {
        let seen = KittyPlacement(standingIn: tile, for: view)?.stretch
        return [seen.map { $0.columns * $0.rows } ?? 0, tile.version, tile.region.scaled.width]
    }
}

/// The movement of a window over a photo.
struct KittyPan: Sendable {
    let window: ScaledWindow
    var step = PixelPoint.origin

    private static let stepsAhead = 4

    /// The expected centre of the window after a few more steps of the pan.
    var aim: PixelPoint {
        let seen = window.window
        return PixelPoint(
            x: (seen.minX + seen.maxX) / 2 + Self.stepsAhead * step.x,
            y: (seen.minY + seen.maxY) / 2 + Self.stepsAhead * step.y)
    }

    /// Returns the pan after a move to a new window.
    ///
    /// If the window did not move, the last step is kept; if the scale changed, the step is zero.
    func moved(to new: ScaledWindow) -> KittyPan {
        guard window.scaled == new.scaled else { return KittyPan(window: new) }
        guard window.window != new.window else { return self }
        let step = PixelPoint(
            x: new.window.minX - window.window.minX, y: new.window.minY - window.window.minY)
        return KittyPan(window: new, step: step)
    }
}

/// The rules that choose the region of a scaled photo to upload for a window.
enum KittyTiling {
    /// Returns the whole scaled photo if the limits allow it, otherwise a region around the window.
    ///
    /// The region has up to three by three screens, so that the photo can be panned by a screen's
    /// width before another tile is needed.
    static func region(for window: ScaledWindow, _ limits: KittyLimits) -> PixelRect {
        let scaled = window.scaled
        if scaled.width <= limits.box.width, scaled.height <= limits.box.height,
            let count = scaled.area, count <= limits.pictureSamples
        {
            return PixelRect(scaled)
        }
        let size = tileSize(window.window.size, in: scaled, limits)
        return PixelRect(
            x: start(size.width, around: window.window.minX, window.window.maxX, scaled.width),
            y: start(size.height, around: window.window.minY, window.window.maxY, scaled.height),
            width: size.width, height: size.height)
    }

    /// Returns true if the window has moved more than halfway from the region's centre to an edge
    /// of the region that is not an edge of the photo.
    ///
    /// In that case, the next tile must be sent.
    static func isNearEdge(_ window: PixelRect, of region: PixelRect, in scaled: PixelSize) -> Bool
    {
        let right = (region.size.width - window.size.width) / 4
        let down = (region.size.height - window.size.height) / 4
        return region.minX > 0 && window.minX - region.minX < right
            || region.minY > 0 && window.minY - region.minY < down
            || region.maxX < scaled.width && region.maxX - window.maxX < right
            || region.maxY < scaled.height && region.maxY - window.maxY < down
    }

    /// Returns the pieces of a grid that touch an area of the photo, those nearest to `point`
    /// first.
    static func pieces(
        of grid: PieceGrid, touching area: PixelRect, in scaled: PixelSize, from point: PixelPoint
    ) -> [PixelRect] {
        let all = PixelRect(scaled)
        let (size, start) = (grid.piece, grid.start)
        let (minX, minY) = (area.minX - start.x, area.minY - start.y)
        let rows = minY / size.height...max(area.maxY - start.y - 1, minY) / size.height
        let columns = minX / size.width...max(area.maxX - start.x - 1, minX) / size.width
        let pieces = rows.flatMap { row in
            columns.map { column in
                PixelRect(
                    x: column * size.width + start.x, y: row * size.height + start.y,
                    width: size.width, height: size.height
                ).intersection(all)
            }
        }
        return pieces.sorted { distance($0, point) < distance($1, point) }
    }

    /// Returns the window extended by half its size on each side, within the photo.
    static func surroundings(of window: PixelRect, in scaled: PixelSize) -> PixelRect {
        let (width, height) = (window.size.width, window.size.height)
        return PixelRect(
            x: window.minX - width / 2, y: window.minY - height / 2, width: width * 2,
            height: height * 2
        ).intersection(PixelRect(scaled))
    }

    private static func distance(_ piece: PixelRect, _ point: PixelPoint) -> Int {
        let x = (piece.minX + piece.maxX) / 2 - point.x
        let y = (piece.minY + piece.maxY) / 2 - point.y
        return x * x + y * y
    }

    private static func tileSize(
        _ window: PixelSize, in scaled: PixelSize, _ limits: KittyLimits
    ) -> PixelSize {
        let (width, height) = (max(limits.box.width, 1), max(limits.box.height, 1))
        let wide = min(scaled.width, window.width * 3, width)
        let high = min(scaled.height, window.height * 3, height)
        let shrink = min(1, (Double(limits.pictureSamples) / Double(wide * high)).squareRoot())
        return PixelSize(
            width: max(min(window.width, width), Int(Double(wide) * shrink)),
            height: max(min(window.height, height), Int(Double(high) * shrink)))
    }

    /// Returns the start of a range within the photo whose centre is as near to the window's centre
    /// as possible.
    private static func start(_ length: Int, around low: Int, _ high: Int, _ all: Int) -> Int {
        min(max(0, (low + high - length) / 2), all - length)
    }
}

/// A grid that divides a photo into pieces.
struct PieceGrid {
    let piece: PixelSize
    /// The origin of the first piece, at or before the photo's first pixel.
    let start: PixelPoint

    init(_ piece: PixelSize, from start: PixelPoint?) {
        self.piece = piece
        self.start = start ?? .origin
    }
}

extension ScaledWindow {
    func with(_ area: PixelRect) -> ScaledWindow {
        ScaledWindow(photo: photo, scaled: scaled, window: area)
    }

    /// Returns a window that shows the whole photo, fitted into a box.
    func whole(fitting box: PixelSize) -> ScaledWindow {
        let all = photo.fitted(into: box)
        return ScaledWindow(photo: photo, scaled: all, window: PixelRect(all))
    }
}

/// The limits of a terminal's picture store.
package struct KittyLimits: Hashable, Sendable {
    /// The maximum number of bytes of all pictures; the visible picture and the next one must fit.
    ///
    /// kitty stores 320 MB and then deletes the oldest pictures; 200 MB leave room for other
    /// programs.
    package var storeBytes = 200_000_000
    /// The maximum side of a picture in pixels; kitty rejects larger pictures (EINVAL "Image too
    /// large").
    package var side = 10_000
    /// The maximum number of pixels in a tile, unless the screen has more; a smaller photo is
    /// uploaded as a whole.
    package var pictureSamples: Int
    /// The size of the pieces in which pictures are sent, so that a key waits for at most one
    /// piece.
    ///
    /// The value is `nil` if a picture may be larger than the screen.
    package var piece: PixelSize?
    /// The maximum size, in pixels, of a picture that text shows; `nil` if commands show pictures.
    var cells: PixelSize?

    /// The maximum size of a picture.
    var box: PixelSize { cells ?? PixelSize(width: side, height: side) }

    // The limits for shared objects. 16 MP take 64 MB of the store, so three pictures fit; 7.2 MP
    // took 17 ms to encode and 24 ms in kitty.
    package static let sharing = KittyLimits(pictureSamples: 16_000_000)

    /// The limits for pictures inside escape sequences.
    ///
    /// 2 MP are about 3 MB: encoding takes 38 ms, and displaying takes 40 ms in kitty and 110 ms in
    /// Konsole.
    package static let direct = KittyLimits(pictureSamples: 2_000_000)

    /// The limits for Konsole, which accepts pictures only in escape sequences and reads no keys
    /// while it receives one.
    ///
    /// Konsole reads 9 MB a second, and a detailed photo has 2.6 bytes per pixel: a piece takes 8
    /// ms, whereas 2 MP blocked Konsole for 0.6 s.
    package static let pieces = KittyLimits(
        pictureSamples: 2_000_000, piece: PixelSize(width: 192, height: 144))
}
