package import Imaging

/// Pictures whose pixels follow a known rule.
package enum TestPictures {
    /// Tiles of 64 strong colours in an irregular order, so that a crop displaced by one pixel
    /// shows.
    ///
    /// The 64 colours fit in any palette, so the picture must be restored nearly exactly.
    package static func mosaic(_ size: PixelSize, tile: Int = 16) -> Raster {
        Raster(size) { x, y in
            let number = (x / tile &* 37 &+ y / tile &* 101 &+ (x / tile) &* (y / tile) &* 7) & 63
            return (UInt8(number & 3) * 85, UInt8(number >> 2 & 3) * 85, UInt8(number >> 4) * 85)
        }
    }

    /// Smooth in each channel: it looks the same with any good scaler.
    package static func gradient(_ size: PixelSize) -> Raster {
        Raster(size) { x, y in
            (
                UInt8(40 + x * 160 / size.width), UInt8(50 + y * 150 / size.height),
                UInt8(200 - (x + y) * 120 / (size.width + size.height))
            )
        }
    }

    /// Larger than the screen of the tests in both directions.
    package static let largeMosaic = TestPicture(
        mosaic(PixelSize(width: 1100, height: 700)), "mosaic.png")
    /// Cannot be compressed: as kitty's picture it is longer than what the system buffers.
    package static let noise = TestPicture(
        Raster(PixelSize(width: 1100, height: 700)) { x, y in
            let number = (UInt32(truncatingIfNeeded: y &* 1100 &+ x) &+ 1) &* 2_654_435_761
            let mixed = (number ^ number >> 15) &* 2_246_822_519
            return (UInt8(mixed >> 24), UInt8(mixed >> 16 & 255), UInt8(mixed >> 8 & 255))
        }, "noise.png")
    /// For block pixels, of which the screen has 80 x 46.
    package static let smallMosaic = TestPicture(
        mosaic(PixelSize(width: 300, height: 200), tile: 8), "small.png")
    package static let wideGradient = TestPicture(
        gradient(PixelSize(width: 1280, height: 600)), "wide gradient.png")
    package static let tallGradient = TestPicture(
        gradient(PixelSize(width: 320, height: 900)), "tall.png")
}

/// A raster and its file, written once for all tests that show it.
package struct TestPicture: Sendable {
    package let raster: Raster
    package let name: String
    private let file: ScratchFile?

    package init(_ raster: Raster, _ name: String) {
        self.raster = raster
        self.name = name
        file = try? ScratchFile(PlainPNG.bytes(of: raster), name: name)
    }

    package func path() throws -> String {
        guard let file else { throw TestEnvironmentError.notBuilt(name) }
        return file.path
    }
}
