import Imaging

/// The colours of a colour depth, with a search for the code nearest to a light.
///
/// A code is 0xRRGGBB in true colour, and otherwise an index into xterm's table.
struct TerminalColours: Sendable {
    /// The dithering to few colours; `nil` in true colour and in monochrome.
    private let mixtures: PatternDither?
    /// The code of the first colour that `mixtures` uses.
    private let first: Int

    init(depth: ColourDepth) {
        switch depth {
        case .palette256: (mixtures, first) = (Self.mixturesOf240, Self.sixteen.count)
        case .palette16: (mixtures, first) = (Self.mixturesOf16, 0)
        case .trueColour, .monochrome: (mixtures, first) = (nil, 0)
        }
    }

    /// Returns the code for a light at `point` in the photo, dithered if there are few codes.
    ///
    /// Hot: runs twice for each cell.
    func code(of light: SIMD4<Float>, at point: PixelPoint) -> UInt32 {
        let red = Self.code(light.x)
        let green = Self.code(light.y)
        let blue = Self.code(light.z)
        guard let mixtures else { return UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
        return UInt32(first + mixtures.index(red: red, green: green, blue: blue, at: point))
    }

    private static func code(_ light: Float) -> UInt8 {
        let step = light * Float(LinearLight.steps) + 0.5
        return LinearLight.codeOfStep[Int(min(max(step, 0), Float(LinearLight.steps)))]
    }

    // The mixtures of the 240 colours that do not depend on the terminal's theme.
    private static let mixturesOf240 = PatternDither(table[16...].map(RGBColour.init(code:)))
    // Colours are mixed in roots of light: with mixtures in linear light, dark photos became a few
    // dots on black, and deserts became red, green and black dots.
    private static let mixturesOf16 = PatternDither(
        sixteen.map(RGBColour.init(code:)), mixing: .roots)

    /// The six codes on each axis of xterm's colour cube.
    private static let cubeSteps: [UInt32] = [0, 95, 135, 175, 215, 255]

    /// xterm's default values of the first 16 colours, which a theme may change.
    private static let sixteen: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]

    static let table: [UInt32] = {
        let cube = (0..<216).map { index in
            cubeSteps[index / 36] << 16 | cubeSteps[index / 6 % 6] << 8 | cubeSteps[index % 6]
        }
        let grays = (0..<24).map { UInt32(8 + 10 * $0) * 0x010101 }
        return sixteen + cube + grays
    }()

    /// Returns the index of the nearest colour among the colour cube and the grays.
    static func nearestOf240(_ codes: SIMD4<UInt32>) -> UInt32 {
        let steps = (cubeStep(codes.x), cubeStep(codes.y), cubeStep(codes.z))
        let cube = 16 + 36 * steps.0 + 6 * steps.1 + steps.2
        let mean = (codes.x + codes.y + codes.z) / 3
        let gray = 232 + min(max(Int(mean) - 3, 0) / 10, 23)
        let nearer = distance(codes, table[cube]) <= distance(codes, table[gray]) ? cube : gray
        return UInt32(nearer)
    }

    private static func cubeStep(_ code: UInt32) -> Int {
        code < 48 ? 0 : code < 115 ? 1 : Int((code - 35) / 40)
    }

    private static func distance(_ codes: SIMD4<UInt32>, _ colour: UInt32) -> Int {
        let red = Int(codes.x) - Int(colour >> 16 & 0xFF)
        let green = Int(codes.y) - Int(colour >> 8 & 0xFF)
        let blue = Int(codes.z) - Int(colour & 0xFF)
        return 2 * red * red + 4 * green * green + blue * blue
    }
}

extension RGBColour {
    /// Creates a colour from 0xRRGGBB.
    init(code: UInt32) {
        self.init(red: UInt8(code >> 16), green: UInt8(code >> 8 & 0xFF), blue: UInt8(code & 0xFF))
    }
}
