package import Imaging

/// A picture in the terminal's store, as far as we know: a part of a scaled photo.
struct KittyTile: Sendable {
    let image: Int
    let version: Int
    /// The part is this one's window.
    let region: ScaledWindow
    /// Where it lies in the rectangle of a `.fitted` placement.
    let target: PixelRect
    /// The number of the update before it was sent.
    let addedAt: Int
    /// Larger than that of all that were used before.
    var usedAt: Int
    var wasPlaced = false

    // kitty keeps RGB as three bytes, konsole as four; the larger is right for both.
    var byteCount: Int { region.window.size.width * region.window.size.height * 4 }

    /// Whether it was made for a rectangle of that size: it lies in the middle of it.
    func fits(_ size: PixelSize, _ fitting: ImageFitting) -> Bool {
        switch fitting {
        case .cover: return target == PixelRect(size)
        case .whole:
            let right = size.width - target.maxX - target.minX
            let below = size.height - target.maxY - target.minY
            return region.window == PixelRect(region.scaled) && abs(right) <= 1 && abs(below) <= 1
        }
    }
}

/// What is stored of a photo, for one window of it: what of it to show, and what to send next.
struct KittyTileSelection<ID: Hashable & Sendable> {
    /// The last is the one used last.
    let tiles: [KittyTile]
    /// The numbers of the pictures on the glass.
    let glass: Set<Int>
    let view: PlacedWindow<ID>
    let limits: KittyLimits

    /// What holds all of the window; none where a part of it is missing.
    var covers: [KittyTile] { bestCover.map { [$0] } ?? coveringPieces }

    /// The tile of another scale or version that shows most of the window, and over it what there is
    /// of the window's own pixels.
    var standIns: [KittyPlacement] {
        let other = others.max { worth($0).lexicographicallyPrecedes(worth($1)) }
        let sharp = tiles.filter(isSharp).sorted { seenSamples(of: $0) < seenSamples(of: $1) }
            // What is on the glass makes no room for what comes: of large pictures one is enough.
            .suffix(limits.piece == nil ? 1 : tiles.count)
        return [other.flatMap { KittyPlacement(standingIn: $0, for: view) }].compactMap(\.self)
            + lastPieces + sharp.compactMap { KittyPlacement(sharp: $0, in: view) }
    }

    /// Whether to send more though all that is in view is there.
    var isTimeForMore: Bool { limits.piece != nil || covers.contains(where: isNearEdge) }

    /// The part to send next; nil where all that may be wanted soon is there.
    func nextRegion(towards aim: PixelPoint) -> ScaledWindow? {
        let window = view.window
        guard let piece = limits.piece else {
            let region = window.with(KittyTiling.region(for: window, limits))
            return tiles.contains { isSharp($0) && $0.region == region } ? nil : region
        }
        // First all of the photo in one piece, to stand in for the others.
        guard !tiles.isEmpty else { return window.whole(fitting: piece) }
        let sharp = sharpTiles
        return [window.window, KittyTiling.surroundings(of: window.window, in: window.scaled)]
            .lazy.flatMap {
                KittyTiling.pieces(of: piece, touching: $0, in: window.scaled, from: aim)
            }
            .first { sharp[$0] == nil }
            .map { window.with($0) }
    }

    /// The one on the glass, unless another leaves more room to pan on.
    private var bestCover: KittyTile? {
        let covers = tiles.filter { view.isCovered(by: $0.region, version: $0.version) }
        let roomy = covers.filter { !isNearEdge($0) }
        let candidates = roomy.isEmpty ? covers : roomy
        return candidates.last { glass.contains($0.image) } ?? candidates.last
    }

    /// The pieces that together hold all of the window; none where one is missing.
    private var coveringPieces: [KittyTile] {
        guard let piece = limits.piece else { return [] }
        let places = KittyTiling.pieces(
            of: piece, touching: view.window.window, in: view.window.scaled, from: .origin)
        let sharp = sharpTiles
        let pieces = places.compactMap { sharp[$0] }
        return pieces.count == places.count ? pieces : []
    }

    /// The pieces of the scale that was seen before.
    private var lastPieces: [KittyPlacement] {
        let pieces = others.filter { $0.region.window.size != $0.region.scaled }
        guard limits.piece != nil, let scale = pieces.last?.region.scaled else { return [] }
        return pieces.filter { $0.region.scaled == scale }
            .compactMap { KittyPlacement(standingIn: $0, for: view, depth: .middle) }
    }

    private var others: [KittyTile] { tiles.filter { !isSharp($0) } }

    /// By their part of the photo.
    private var sharpTiles: [PixelRect: KittyTile] {
        Dictionary(tiles.filter(isSharp).map { ($0.region.window, $0) }) { $1 }
    }

    private func isSharp(_ tile: KittyTile) -> Bool {
        view.isSharp(in: tile.region, version: tile.version)
    }

    private func isNearEdge(_ tile: KittyTile) -> Bool {
        KittyTiling.isNearEdge(
            view.window.window, of: tile.region.window, in: tile.region.scaled)
    }

    private func seenSamples(of tile: KittyTile) -> Int {
        tile.region.window.intersection(view.window.window).size.area ?? 0
    }

    /// How well it stands in: how much of the window it has, then how new, then how fine it is.
    private func worth(_ tile: KittyTile) -> [Int] {
        let seen = KittyPlacement(standingIn: tile, for: view)?.stretch
        return [seen.map { $0.columns * $0.rows } ?? 0, tile.version, tile.region.scaled.width]
    }
}

/// How a window moves over a photo.
struct KittyPan: Sendable {
    let window: ScaledWindow
    var step = PixelPoint.origin

    private static let stepsAhead = 4

    /// Where it is going: a few steps on from the middle of the window.
    var aim: PixelPoint {
        let seen = window.window
        return PixelPoint(
            x: (seen.minX + seen.maxX) / 2 + Self.stepsAhead * step.x,
            y: (seen.minY + seen.maxY) / 2 + Self.stepsAhead * step.y)
    }

    /// A window that did not move is where the step before has led.
    func moved(to new: ScaledWindow) -> KittyPan {
        guard window.scaled == new.scaled else { return KittyPan(window: new) }
        guard window.window != new.window else { return self }
        let step = PixelPoint(
            x: new.window.minX - window.window.minX, y: new.window.minY - window.window.minY)
        return KittyPan(window: new, step: step)
    }
}

/// Which part of a scaled photo to upload for a window of it.
enum KittyTiling {
    /// The whole scaled photo where the limits allow, else three screens by three around the window,
    /// fewer if they are large: so a screen's width can be panned before another tile is needed.
    static func region(for window: ScaledWindow, _ limits: KittyLimits) -> PixelRect {
        let scaled = window.scaled
        if max(scaled.width, scaled.height) <= limits.side,
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

    /// Whether a window comes so near to an edge of the region, where the photo goes on, that it is
    /// time for the next tile: when half of the way to the edge is gone.
    static func isNearEdge(_ window: PixelRect, of region: PixelRect, in scaled: PixelSize) -> Bool
    {
        let right = (region.size.width - window.size.width) / 4
        let down = (region.size.height - window.size.height) / 4
        return region.minX > 0 && window.minX - region.minX < right
            || region.minY > 0 && window.minY - region.minY < down
            || region.maxX < scaled.width && region.maxX - window.maxX < right
            || region.maxY < scaled.height && region.maxY - window.maxY < down
    }

    /// The pieces of a fixed grid over the scaled photo that a part of it touches, the nearest to a
    /// place first.
    static func pieces(
        of size: PixelSize, touching part: PixelRect, in scaled: PixelSize, from place: PixelPoint
    ) -> [PixelRect] {
        let all = PixelRect(scaled)
        let rows = part.minY / size.height...max(part.maxY - 1, part.minY) / size.height
        let columns = part.minX / size.width...max(part.maxX - 1, part.minX) / size.width
        let pieces = rows.flatMap { row in
            columns.map { column in
                PixelRect(
                    x: column * size.width, y: row * size.height, width: size.width,
                    height: size.height
                ).intersection(all)
            }
        }
        return pieces.sorted { distance($0, place) < distance($1, place) }
    }

    /// A window and half of one more on each side, as far as the photo goes.
    static func surroundings(of window: PixelRect, in scaled: PixelSize) -> PixelRect {
        let (width, height) = (window.size.width, window.size.height)
        return PixelRect(
            x: window.minX - width / 2, y: window.minY - height / 2, width: width * 2,
            height: height * 2
        ).intersection(PixelRect(scaled))
    }

    private static func distance(_ piece: PixelRect, _ place: PixelPoint) -> Int {
        let x = (piece.minX + piece.maxX) / 2 - place.x
        let y = (piece.minY + piece.maxY) / 2 - place.y
        return x * x + y * y
    }

    private static func tileSize(
        _ window: PixelSize, in scaled: PixelSize, _ limits: KittyLimits
    ) -> PixelSize {
        let side = max(limits.side, 1)
        let wide = min(scaled.width, window.width * 3, side)
        let high = min(scaled.height, window.height * 3, side)
        let shrink = min(1, (Double(limits.pictureSamples) / Double(wide * high)).squareRoot())
        return PixelSize(
            width: max(min(window.width, side), Int(Double(wide) * shrink)),
            height: max(min(window.height, side), Int(Double(high) * shrink)))
    }

    /// Where so many pixels begin that have the window in their middle, as far as the photo allows.
    private static func start(_ length: Int, around low: Int, _ high: Int, _ all: Int) -> Int {
        min(max(0, (low + high - length) / 2), all - length)
    }
}

extension ScaledWindow {
    /// Another part of the photo at the same scale.
    func with(_ part: PixelRect) -> ScaledWindow {
        ScaledWindow(photo: photo, scaled: scaled, window: part)
    }

    /// All of the photo, small enough for a box.
    func whole(fitting box: PixelSize) -> ScaledWindow {
        let all = photo.fitted(into: box)
        return ScaledWindow(photo: photo, scaled: all, window: PixelRect(all))
    }
}

/// How much of a terminal's picture store is used, and how large one picture may be.
package struct KittyLimits: Hashable, Sendable {
    /// The bytes of all stored pictures together; at least two must fit, the one in view and the next.
    package var storeBytes: Int
    /// The longest side of one picture.
    package var side: Int
    /// A photo of no more pixels than this is uploaded whole, and a tile has no more, but for a
    /// screen that has.
    package var pictureSamples: Int
    /// The pieces that all is sent in, side by side, so that no key waits for more than one; nil where
    /// one picture holds the whole screen and more.
    package let piece: PixelSize?

    // kitty keeps 320 MB, then throws the oldest away; 200 MB leave room for other programs' pictures.
    // It refuses a longer side: EINVAL "Image too large".
    package init(
        storeBytes: Int = 200_000_000, side: Int = 10_000, pictureSamples: Int,
        piece: PixelSize? = nil
    ) {
        self.storeBytes = storeBytes
        self.side = side
        self.pictureSamples = pictureSamples
        self.piece = piece
    }

    // 16 MP are 64 MB of the store, so three fit; 7.2 MP took 17 ms to lay out and 24 ms in kitty.
    package static let sharing = KittyLimits(pictureSamples: 16_000_000)

    /// For pictures inside the escape sequences.
    ///
    /// 2 MP are about 3 MB: 38 ms to encode, and until shown 40 ms in kitty, 110 ms in konsole.
    package static let direct = KittyLimits(pictureSamples: 2_000_000)

    /// For konsole, which takes pictures inside the escape sequences only, and reads no key meanwhile.
    ///
    /// It takes 9 MB a second, and a detailed photo has 2.6 bytes a pixel there: a piece takes 8 ms,
    /// where a picture of 2 MP froze it for 0.6 s.
    package static let pieces = KittyLimits(
        pictureSamples: 2_000_000, piece: PixelSize(width: 192, height: 144))
}
