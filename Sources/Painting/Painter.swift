package import Imaging

/// Paints a scene at a size, any rows in any order: strips may be painted in parallel.
package struct Painter: Sendable {
    package let size: PixelSize
    private let frame: Frame
    private let scene: any Scene

    /// - Precondition: the size has pixels.
    package init(_ scene: DemoScene, size: PixelSize, seed: UInt32) {
        precondition(!size.isEmpty, "a picture has pixels")
        self.size = size
        frame = Frame(size)
        self.scene = scene.make(seed &* 0x9E37_79B1 &+ 0x7F4A_7C15, frame)
    }

    /// The bytes of those rows: 8 bits a sample, sRGB.
    ///
    /// - Complexity: holds 16 bytes a pixel.
    package func strip(_ rows: Range<Int>, samples: Samples) -> [UInt8] {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= size.height, "rows of the picture")
        var band = Band(frame: frame, rows: rows)
        scene.fill(&band)
        if samples != .rgba { scene.addSprites(to: &band) }
        return ToneMapper(curve: scene.curve, samples: samples).bytes(of: band)
    }
}

/// The layout of a painted strip; the raw value is the bytes of a pixel.
package enum Samples: Int, Hashable, Sendable {
    case gray = 1
    case rgb = 3
    /// The open sky is transparent; alpha is straight.
    case rgba = 4
}

/// A scene by name.
package struct DemoScene: Sendable {
    package let name: String
    /// One line for a list.
    package let summary: String
    /// The size it was composed for.
    package let size: PixelSize
    let make: @Sendable (UInt32, Frame) -> any Scene

    private init<S: Scene>(
        _ name: String, _ summary: String, _ size: (width: Int, height: Int), _ scene: S.Type
    ) {
        self.name = name
        self.summary = summary
        self.size = PixelSize(width: size.width, height: size.height)
        make = { seed, frame in scene.init(seed: seed, frame: frame) }
    }

    package static func named(_ name: String) -> DemoScene? { all.first { $0.name == name } }

    package static let all: [DemoScene] = [
        DemoScene(
            "moon", "A cratered moon, its terminator and earthshine", (1600, 1200), MoonScene.self),
        DemoScene(
            "nebula", "Coloured gas, dust lanes and young stars", (1600, 1067), NebulaScene.self),
        DemoScene(
            "chart", "A test chart: patches, ramps, fine lines", (1600, 1200), ChartScene.self),
    ]
}
