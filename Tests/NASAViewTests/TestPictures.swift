import Imaging
import TestSupport

/// Pictures whose every pixel is known by a rule.
enum TestPictures {
    /// Tiles of 64 strong colours in an irregular order: a crop that is one pixel off shows.
    ///
    /// The 64 colours fit in any palette, so the picture must come back nearly exact.
    static func mosaic(_ size: PixelSize, tile: Int = 16) -> Raster {
        Raster(size) { x, y in
            let number = (x / tile &* 37 &+ y / tile &* 101 &+ (x / tile) &* (y / tile) &* 7) & 63
            return (UInt8(number & 3) * 85, UInt8(number >> 2 & 3) * 85, UInt8(number >> 4) * 85)
        }
    }

    /// Smooth in each channel: it looks the same under any good scaler.
    static func gradient(_ size: PixelSize) -> Raster {
        Raster(size) { x, y in
            (
                UInt8(40 + x * 160 / size.width), UInt8(50 + y * 150 / size.height),
                UInt8(200 - (x + y) * 120 / (size.width + size.height))
            )
        }
    }

    /// Larger than the screen of the tests in both directions.
    static let largeMosaic = TestPicture(mosaic(PixelSize(width: 1100, height: 700)), "mosaic.png")
    /// For block pixels, of which the screen has 80 x 46.
    static let smallMosaic = TestPicture(
        mosaic(PixelSize(width: 300, height: 200), tile: 8), "small.png")
    static let wideGradient = TestPicture(
        gradient(PixelSize(width: 1280, height: 600)), "wide gradient.png")
    static let tallGradient = TestPicture(
        gradient(PixelSize(width: 320, height: 900)), "tall.png")
}

/// A raster and the file that holds it, written once for all tests that show it.
struct TestPicture: Sendable {
    let raster: Raster
    let name: String
    private let file: ScratchFile?

    init(_ raster: Raster, _ name: String) {
        self.raster = raster
        self.name = name
        file = try? ScratchFile(PlainPNG.bytes(of: raster), name: name)
    }

    func path() throws -> String {
        guard let file else { throw TestEnvironmentError.notBuilt(name) }
        return file.path
    }
}

/// A photo of one colour, to be told from others.
struct PlainPhoto: ImageSource {
    let size: PixelSize
    let colour: RGBColour
    let status = ImageSourceStatus()

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        PhotoPart(
            photo: size, reduction: reduction, area: area,
            raster: Raster(area.size, filledWith: colour))
    }
}
