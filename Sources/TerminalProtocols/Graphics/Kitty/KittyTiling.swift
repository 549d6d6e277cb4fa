import Imaging

/// Which part of a scaled photo to upload for a window of it.
enum KittyTiling {
    // kitty keeps RGB as three bytes, konsole as four; the larger is right for both.
    static func storedBytes(of size: PixelSize) -> Int { size.width * size.height * 4 }

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
