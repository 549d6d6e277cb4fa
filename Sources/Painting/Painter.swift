package import Imaging

/// Paints a subject at a size, any rows at any time: strips may be painted at once.
package struct Painter: Sendable {
    package let size: PixelSize
    private let frame: Frame
    private let scene: any Scene

    /// - Precondition: the size has pixels.
    package init(_ subject: DemoScene, size: PixelSize, seed: UInt32) {
        precondition(!size.isEmpty, "a picture has pixels")
        self.size = size
        frame = Frame(size)
        scene = subject.make(seed &* 0x9E37_79B1 &+ 0x7F4A_7C15, frame)
    }

    /// The bytes of those rows: 8 bits a sample, sRGB.
    ///
    /// - Complexity: 16 bytes a pixel are held while the strip is painted.
    package func strip(_ rows: Range<Int>, samples: Samples) -> [UInt8] {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= size.height, "rows of the picture")
        var band = Band(frame: frame, rows: rows)
        scene.fill(&band)
        if samples != .rgba { scene.addSprites(to: &band) }
        return ToneMapper(development: scene.development, samples: samples).develop(band)
    }
}
