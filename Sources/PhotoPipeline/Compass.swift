internal import Imaging

/// Arrows to the north and to the east in a picture with coordinates.
struct Compass: Hashable, Sendable {
    private let north: SIMD2<Double>
    private let east: SIMD2<Double>

    /// Reads the directions in the middle of a photo; `nil` if the middle is a pole or has no
    /// coordinates.
    init?(of source: any ImageSource) {
        guard source.hasPositions else { return nil }
        let middle = PixelPoint(x: source.size.width / 2, y: source.size.height / 2)
        guard let frame = source.localFrame(at: middle, on: nil),
            let (north, east) = frame.northAndEast
        else { return nil }
        (self.north, self.east) = (north, east)
    }

    /// The minimum side of a map with space for arrows and letters, in pixels.
    private static let leastSide = 48
    /// The distance from an arrow's tip to the middle of its letter, in pixels.
    private static let letterDistance = 6.0
    private static let headLength = 4.0

    /// The letters N and E, each in five rows of five bits.
    private static let letterN: [UInt8] = [0b10001, 0b11001, 0b10101, 0b10011, 0b10001]
    private static let letterE: [UInt8] = [0b11111, 0b10000, 0b11110, 0b10000, 0b11111]

    /// Draws both arrows in the top left corner of a map, in white with a black rim; nothing if the
    /// map is too small.
    func draw(on drawing: inout Drawing, in size: PixelSize) {
        let side = min(size.width, size.height)
        guard side >= Self.leastSide else { return }
        let length = Double(side / 4)
        let start = SIMD2(repeating: length + 2 * Self.letterDistance - 2)
        for (thickness, colour) in [(3, RGBColour.black), (1, .white)] {
            for (direction, letter) in [(north, Self.letterN), (east, Self.letterE)] {
                let tip = start + direction * length
                drawing.line(from: start, to: tip, thickness, colour)
                for side in [1.0, -1] {
                    let back = -direction + side * SIMD2(direction.y, -direction.x)
                    drawing.line(from: tip, to: tip + back * Self.headLength, thickness, colour)
                }
                drawing.letter(letter, at: tip + direction * Self.letterDistance, thickness, colour)
            }
        }
    }
}

extension Drawing {
    fileprivate mutating func line(
        from start: SIMD2<Double>, to end: SIMD2<Double>, _ thickness: Int, _ colour: RGBColour
    ) {
        let direction = end - start
        let steps = max(1, Int(max(abs(direction.x), abs(direction.y)).rounded(.up)))
        for step in 0...steps {
            dot(start + direction * (Double(step) / Double(steps)), thickness, colour)
        }
    }

    fileprivate mutating func letter(
        _ rows: [UInt8], at middle: SIMD2<Double>, _ thickness: Int, _ colour: RGBColour
    ) {
        for (y, row) in rows.enumerated() {
            for x in 0..<5 where row >> (4 - x) & 1 == 1 {
                dot(middle + SIMD2(Double(x - 2), Double(y - 2)), thickness, colour)
            }
        }
    }

    private mutating func dot(_ middle: SIMD2<Double>, _ thickness: Int, _ colour: RGBColour) {
        fill(
            PixelRect(
                x: Int(middle.x.rounded()) - thickness / 2,
                y: Int(middle.y.rounded()) - thickness / 2, width: thickness, height: thickness),
            colour)
    }
}
