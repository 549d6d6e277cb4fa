/// A test chart of exact colours: patches, ramps, fine lines, a star of wedges.
///
/// Lines are whole pixels wide at any size, to show whether a viewer is sharp.
struct ChartScene: Scene {
    private let frame: Frame

    init(seed: UInt32, frame: Frame) { self.frame = frame }

    var curve: ToneMappingCurve { .exact }

    func light(at points: ScenePoints) -> Light {
        let u = (points.x + frame.halfWidth) / (2 * frame.halfWidth)
        let v = (frame.halfHeight - points.y) / (2 * frame.halfHeight)
        let row = v[0]
        if row < 0.25 { return Self.patches(u) }
        if row < 0.35 { return Self.grey(u) }
        if row < 0.50 { return Self.ramps(u, down: (row - 0.35) / 0.15) }
        if row < 0.60 { return Self.hues(u) }
        return figures(points, u)
    }

    /// White, the primaries and their mixtures, black.
    private static func patches(_ u: Lanes) -> Light {
        let index = (u * 8).floor
        let bits = (7 - index).wholeBits
        return Light(one(bits &>> 1 & 1), one(bits &>> 2 & 1), one(bits & 1))
    }

    private static func one(_ bits: LaneBits) -> Lanes {
        Lanes(SIMD4<Int32>(truncatingIfNeeded: bits))
    }

    /// Sixteen steps, even in sRGB samples (17 apart).
    private static func grey(_ u: Lanes) -> Light {
        let level = (u * 16).floor / 15
        return Light(level, level, level)
    }

    private static func ramps(_ u: Lanes, down: Float) -> Light {
        let level = u
        switch Int(down * 4) {
        case 0: return Light(level, level, level)
        case 1: return Light(level, .zero, .zero)
        case 2: return Light(.zero, level, .zero)
        default: return Light(.zero, .zero, level)
        }
    }

    private static func hues(_ u: Lanes) -> Light {
        func channel(_ shift: Float) -> Lanes {
            let h = (u + shift).fraction * 6
            return ((h - 3).magnitude - 1).clamped
        }
        return Light(channel(0), channel(2 / 3), channel(1 / 3))
    }

    /// Line pairs of 1, 2, 4 and 8 pixels, vertical and horizontal, a checkerboard and a star.
    private func figures(_ points: ScenePoints, _ u: Lanes) -> Light {
        let column = ((points.x + frame.halfWidth) / frame.pixel).floor
        let row = ((frame.halfHeight - points.y) / frame.pixel).floor
        let part = (u * 8).floor
        let width = ((u * 4).fraction * 4).floor.exp2.nearest
        let upright = Self.odd((column / width).floor)
        let lying = Self.odd((row / width).floor)
        var level = upright.replacing(with: lying, where: part .>= 2)
        level = level.replacing(with: wedges(points), where: part .>= 4)
        level = level.replacing(
            with: Self.odd((column / 16).floor + (row / 16).floor), where: part .>= 7)
        return Light(level, level, level)
    }

    private func wedges(_ points: ScenePoints) -> Lanes {
        let x = points.x - frame.halfWidth * 0.375, y = points.y + frame.halfHeight * 0.6
        let angle = turns(y: y, x: x)
        let distance = (x * x + y * y).root
        let blur = (distance / frame.pixel * 0.045).clamped
        let wave = ((angle * 36).sineOfTurns * 6 * blur).clamped
        let inside = ((frame.halfHeight * 0.36 - distance) / frame.pixel).clamped
        return mix(Lanes(repeating: 0.18), wave, inside)
    }

    private static func odd(_ x: Lanes) -> Lanes { ((x * 0.5).fraction * 2).nearest }
}
