import Imaging
import TerminalProtocols
import TestSupport
import Testing

/// What an eye sees first in a sky: bands, and black that is none.
struct GradientTests {
    @Test(arguments: [
        (from: 0, to: 12, quality: RenderQuality.atRest, bound: 1.0),
        (from: 4, to: 40, quality: .atRest, bound: 1.0),
        (from: 40, to: 220, quality: .atRest, bound: 1.0),
        (from: 0, to: 12, quality: .moving, bound: 3.0),
        (from: 4, to: 40, quality: .moving, bound: 3.0),
    ])
    func noStepOfAGradientIsOverTheBound(
        from: Int, to: Int, quality: RenderQuality, bound: Double
    ) throws {
        let photo = Raster(PixelSize(width: 512, height: 96)) { x, y in
            let gray = Double(from) + Double(to - from) * Double(x + y) / 607
            return (UInt8(gray), UInt8(gray * 0.8), UInt8(min(255, gray * 1.1)))
        }
        let shown = try Self.shown(photo, quality, registers: 256)
        let wanted = Self.means(of: photo)
        let steps = zip(Self.means(of: shown), wanted).map { abs($0 - $1) }
        #expect((steps.max() ?? 0) <= bound)
    }

    @Test(arguments: [RenderQuality.moving, .atRest])
    func aBlackSkyStaysBlackAroundItsStars(quality: RenderQuality) throws {
        // Colours enough that black does not get its register as one of few.
        let photo = Raster(PixelSize(width: 200, height: 120)) { x, y in
            guard x > 100 else { return (0, 0, 0) }
            return (UInt8(x - 90), UInt8(y), UInt8((x * y) % 251))
        }
        let shown = try Self.shown(photo, quality, registers: 64)
        let sky = PixelRect(x: 0, y: 0, width: 95, height: 120)
        #expect(Set(shown.cropped(to: sky).pixels) == [0, 255])
    }

    @Test
    func aDrawingOfAHundredNearColoursComesBackAsItIs() throws {
        // Each is on the terminal's grid; neighbours differ by one step of it.
        let percents = (0..<100).map {
            PercentColour(red: UInt8($0), green: UInt8($0 / 2), blue: UInt8(99 - $0))
        }
        let drawing = Raster(PixelSize(width: 100, height: 13)) { x, _ in
            (percents[x].shown.red, percents[x].shown.green, percents[x].shown.blue)
        }
        #expect(try Self.shown(drawing, .atRest, registers: 256) == drawing)
    }

    private static func shown(
        _ photo: Raster, _ quality: RenderQuality, registers: Int
    ) throws -> Raster {
        let palette = PaletteBuilder(registers: registers).palette(of: photo)
        var bytes: [UInt8] = []
        SixelEncoder(palette: palette).encode(
            Frame(raster: photo, anchor: .origin, quality: quality), into: &bytes)
        return try SixelReader(bytes).raster
    }

    /// The mean code of each block of 16 by 16 pixels, over all channels.
    private static func means(of raster: Raster) -> [Double] {
        let columns = raster.size.width / 16
        return (0..<columns * (raster.size.height / 16)).map { block in
            var sum = 0
            for place in 0..<256 {
                let x = block % columns * 16 + place % 16
                let y = block / columns * 16 + place / 16
                let pixel = (y * raster.size.width + x) * Raster.bytesPerPixel
                sum += raster.pixels[pixel..<pixel + 3].reduce(0) { $0 + Int($1) }
            }
            return Double(sum) / 768
        }
    }
}
