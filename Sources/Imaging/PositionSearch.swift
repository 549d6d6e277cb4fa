/// A search for the pixel at a position, given the positions of other pixels.
///
/// Newton's method finds the pixel from about a dozen positions, without an inverse of the photo's
/// projection.
package struct PositionSearch {
    private let size: PixelSize
    private let position: (PixelPoint) -> PhotoPosition?

    /// Creates a search; `position` returns the position of a pixel's centre, or `nil` without a
    /// position.
    package init(of size: PixelSize, position: @escaping (PixelPoint) -> PhotoPosition?) {
        self.size = size
        self.position = position
    }

    /// The maximum number of steps of a search, which suffices for every supported projection.
    private static let mostSteps = 40
    /// The number of starting points per side of a grid, which the search uses if the centre fails.
    private static let startsEachWay = 5
    /// The maximum distance between the pixel's centre and the position, in pixels.
    ///
    /// The distance of a pixel's corner is 0.71.
    private static let tolerance = 0.8

    package func point(of named: NamedPosition) throws(PositionFault) -> PixelPoint {
        let middle = PixelPoint(x: size.width / 2, y: size.height / 2)
        let starts = starts
        guard let known = ([middle] + starts).lazy.compactMap(position).first else {
            throw .noPositions
        }
        guard let wanted = named.position(like: known) else { throw PositionFault(on: known) }
        let target = wanted.direction
        if let point = point(of: target, from: middle) { return point }
        let nearest = starts.compactMap { start in
            position(start).map { (start, ($0.direction - target).length) }
        }.min { $0.1 < $1.1 }
        guard let nearest, let point = point(of: target, from: nearest.0) else { throw .outside }
        return point
    }

    private var starts: [PixelPoint] {
        let shares = (0..<Self.startsEachWay).map { Double($0) / Double(Self.startsEachWay - 1) }
        return shares.flatMap { down in
            shares.map { across in
                PixelPoint(
                    x: Int(across * Double(size.width - 1)),
                    y: Int(down * Double(size.height - 1)))
            }
        }
    }

    /// Returns the pixel in a direction; `nil` if the search does not converge.
    private func point(of target: Direction, from start: PixelPoint) -> PixelPoint? {
        var point = start
        for _ in 0..<Self.mostSteps {
            guard let frame = LocalFrame(at: point, of: size, position) else { return nil }
            let step = frame.step(to: target)
            if step.isWithin(Self.tolerance) { return point }
            let next = PixelPoint(
                x: Self.moved(point.x, by: step.x, size.width),
                y: Self.moved(point.y, by: step.y, size.height))
            guard next != point else { return nil }
            point = next
        }
        return nil
    }

    /// Returns `offset` plus `step`, limited to the photo's edges.
    ///
    /// The step is limited to a quarter of `side`, but at least one pixel, because the local
    /// approximation does not hold far from the pixel. A step that is not a number has this length.
    private static func moved(_ offset: Int, by step: Double, _ side: Int) -> Int {
        let most = Double(max(1, side / 4))
        let moved = Double(offset) + min(max(-most, step.isNaN ? most : step), most)
        return Int(min(max(0, moved.rounded()), Double(side - 1)))
    }
}

extension PositionFault {
    /// Creates the fault of a position that cannot be in a photo in which a pixel has the position
    /// `known`.
    fileprivate init(on known: PhotoPosition) {
        self =
            switch known {
            case .equatorial, .galactic: .notOnSky
            case .ground: .notOnGround
            }
    }
}

extension ImageSource {
    /// Returns the pixel at a position in the sky or on the ground; may wait for the file.
    ///
    /// `map` is the scale of a photo that is the map of a planet, otherwise `nil`.
    package func point(
        of named: NamedPosition, on map: MapScale?
    ) throws(PositionFault) -> PixelPoint {
        try PositionSearch(of: size, position: position(on: map)).point(of: named)
    }

    /// Returns the change of direction per pixel; `nil` if the pixel or a neighbour has no
    /// position.
    package func localFrame(at point: PixelPoint, on map: MapScale?) -> LocalFrame? {
        LocalFrame(at: point, of: size, position(on: map))
    }

    private func position(on map: MapScale?) -> (PixelPoint) -> PhotoPosition? {
        if let map { return { map.position(of: $0) } }
        return { try? self.sample(at: $0).position }
    }
}

/// The change of direction between neighbouring pixels, across and down.
package struct LocalFrame {
    private let origin: Direction
    private let across: Direction
    private let down: Direction

    /// Creates the frame of a pixel; `nil` if the pixel or a neighbour has no position.
    package init?(
        at point: PixelPoint, of size: PixelSize, _ position: (PixelPoint) -> PhotoPosition?
    ) {
        let right = point.x + 1 < size.width ? 1 : -1
        let below = point.y + 1 < size.height ? 1 : -1
        guard size.width > 1, size.height > 1, let here = position(point),
            let beside = position(PixelPoint(x: point.x + right, y: point.y)),
            let under = position(PixelPoint(x: point.x, y: point.y + below))
        else { return nil }
        origin = here.direction
        across = (beside.direction - origin) * Double(right)
        down = (under.direction - origin) * Double(below)
    }

    /// A displacement in pixels.
    struct Step {
        let x: Double
        let y: Double

        private var length: Double { (x * x + y * y).squareRoot() }

        func isWithin(_ pixels: Double) -> Bool { length <= pixels }

        /// The displacement of one pixel in the same direction; `nil` if the length is 0 or not
        /// finite.
        var unit: SIMD2<Double>? {
            length > 0 && length.isFinite ? SIMD2(x / length, y / length) : nil
        }
    }

    private static let farFactor = 1e6
    /// The minimum distance from a pole, in radians, at which a direction to the north is defined:
    /// a tenth of an arc second.
    private static let leastDistanceFromPole = 5e-7

    /// Unit vectors in pixels that lead to the north and to the east; `nil` at a pole.
    package var northAndEast: (north: SIMD2<Double>, east: SIMD2<Double>)? {
        let east = Direction(x: 0, y: 0, z: 1).cross(origin)
        guard east.length > Self.leastDistanceFromPole,
            let north = step(along: origin.cross(east)).unit, let east = step(along: east).unit
        else { return nil }
        return (north, east)
    }

    /// Returns the displacement from the pixel to a direction; only short displacements are exact.
    fileprivate func step(to target: Direction) -> Step {
        let step = step(along: target - origin)
        // The linear approximation would place the opposite side of the sphere near the pixel.
        let isFar = origin.dot(target) < 0
        return isFar ? Step(x: step.x * Self.farFactor, y: step.y * Self.farFactor) : step
    }

    /// Returns the displacement that changes the direction by a vector, by least squares.
    private func step(along direction: Direction) -> Step {
        let (xx, xy, yy) = (across.dot(across), across.dot(down), down.dot(down))
        let (x, y) = (across.dot(direction), down.dot(direction))
        let determinant = xx * yy - xy * xy
        return Step(x: (x * yy - y * xy) / determinant, y: (y * xx - x * xy) / determinant)
    }
}
