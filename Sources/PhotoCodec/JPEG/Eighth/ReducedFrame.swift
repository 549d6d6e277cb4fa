internal import Imaging

/// How the pixels of an eighth of a JPEG lie in its units (MCUs), by libjpeg's rules.
///
/// A block becomes a pixel; where all other components have twice as many blocks both ways, four.
struct ReducedFrame: Sendable {
    struct Component: Sendable {
        /// Pixels of a unit.
        let width: Int
        let height: Int
        /// Pixels of a block, both ways: 1 or 2.
        let side: Int
        /// The place of its first level among those of a unit.
        let first: Int
    }

    let components: [Component]
    /// The pixels of a unit.
    let unit: PixelSize
    let levelsPerUnit: Int
    /// Whether libjpeg would use no larger transforms either.
    let isExact: Bool

    init(_ scan: JPEGScan) {
        let unit = PixelSize(width: scan.unit.width / 8, height: scan.unit.height / 8)
        let sides = scan.components.map { Self.side(of: $0, in: unit) }
        var components: [Component] = []
        var first = 0
        for (component, side) in zip(scan.components, sides) {
            let side = min(2, side)
            let shape = Component(
                width: component.across * side, height: component.down * side, side: side,
                first: first)
            components.append(shape)
            first += shape.width * shape.height
        }
        self.components = components
        self.unit = unit
        levelsPerUnit = first
        isExact = sides.allSatisfy { $0 <= 2 }
    }

    /// Doubled while the pixels of the unit can be shared out evenly.
    private static func side(of component: JPEGScan.Component, in unit: PixelSize) -> Int {
        var side = 1
        while side < 8, unit.width.isMultiple(of: component.across * side * 2),
            unit.height.isMultiple(of: component.down * side * 2)
        {
            side *= 2
        }
        return side
    }
}
