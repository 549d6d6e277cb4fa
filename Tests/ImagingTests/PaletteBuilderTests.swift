import Imaging
import TestSupport
import Testing

/// Palettes of rasters whose best colours are known.
struct PaletteBuilderTests {
    @Test(arguments: [2, 16, 64, 256, 1024])
    func hasNoMoreColoursThanRegisters(registers: Int) {
        let palette = PaletteBuilder(registers: registers).palette(
            of: .noise(width: 80, height: 60))
        #expect(palette.colours.count <= registers)
        #expect(palette.colours.count > registers / 2)
        #expect(Set(palette.percents).count == palette.percents.count)
        #expect(!palette.isExact)
    }

    @Test
    func fewColoursAreKeptAsTheTerminalCanShowThem() {
        let drawing = Raster(PixelSize(width: 30, height: 4)) { x, _ in
            x < 10 ? (0, 0, 0) : x < 20 ? (255, 51, 0) : (127, 128, 129)
        }
        let palette = PaletteBuilder(registers: 256).palette(of: drawing)
        #expect(palette.isExact)
        let percents = [(0, 0, 0), (100, 20, 0), (50, 50, 51)].map {
            PercentColour(red: $0.0, green: $0.1, blue: $0.2)
        }
        #expect(Set(palette.percents) == Set(percents))
    }

    @Test
    func aDrawingThatHasTheColourBesideItFillsAllRegistersExactly() {
        let drawing = Raster(PixelSize(width: 32, height: 2)) { x, y in
            (x / 8 == 0 ? 0 : 255, UInt8(x % 8 * 32), y == 0 ? 0 : 255)
        }
        let colours = Set(PaletteBuilder(registers: 256).palette(of: drawing).percents)
        let palette = PaletteBuilder(registers: colours.count)
            .palette(of: drawing, including: .black)
        #expect(palette.isExact)
        #expect(Set(palette.percents) == colours)
        #expect(palette.reserved.map { palette.colours[$0] } == .black)
    }

    @Test
    func grayPhotosGetAGrayRampFromTheirDarkestToTheirLightest() {
        let ramp = Raster(PixelSize(width: 300, height: 3)) { x, _ in
            let gray = UInt8(min(20 + x, 220))
            return (gray, gray, gray)
        }
        let palette = PaletteBuilder(registers: 64).palette(of: ramp)
        #expect(palette.percents.count == 64)
        #expect(palette.colours.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
        let grays = palette.colours.map(\.red)
        #expect(grays == grays.sorted())
        #expect((18...20).contains(grays[0]))
        #expect((220...223).contains(grays[63]))
    }

    @Test
    func aDarkPhotoUsesItsRegistersInTheDark() {
        let sky = Raster(PixelSize(width: 256, height: 128)) { x, y in
            (UInt8(x / 8), UInt8(y / 8), UInt8((x + y) / 12))
        }
        let palette = PaletteBuilder(registers: 256).palette(of: sky)
        #expect(palette.colours.count > 150)
        #expect(palette.colours.filter { max($0.red, $0.green, $0.blue) > 40 }.isEmpty)
    }

    @Test
    func theSamePhotoAlwaysHasTheSamePalette() {
        let photo = Raster.noise(width: 64, height: 64)
        let builder = PaletteBuilder(registers: 32)
        #expect(builder.palette(of: photo) == builder.palette(of: photo))
    }

    /// A warm, grainy galaxy, and a hundred single stars of twelve hues in front of it.
    @Test(arguments: [256, 1024])
    func aSingleStarKeepsItsHue(registers: Int) {
        let ramp: [UInt8] = [0, 0, 60, 150, 220, 220, 220, 220, 220, 150, 60, 0]
        let hues = (0..<12).map {
            RGBColour(red: ramp[($0 + 4) % 12], green: ramp[$0], blue: ramp[($0 + 8) % 12])
        }
        let sky = Raster(PixelSize(width: 480, height: 300)) { x, y in
            if x % 40 == 20 && y % 50 == 25 {
                let star = hues[(x / 40 + y / 50) % 12]
                return (star.red, star.green, star.blue)
            }
            let distance = (x - 240) * (x - 240) + 3 * (y - 150) * (y - 150)
            let light = 200 * 8000 / (8000 + distance)
            func grain(_ x: Int, _ y: Int) -> Int { Self.hash(x, y) * 40 / 256 }
            return (
                UInt8(light + grain(x, y)), UInt8(light * 7 / 8 + grain(y + 500, x)),
                UInt8(light * 6 / 8 + grain(x + 1000, y + 77))
            )
        }
        let palette = PaletteBuilder(registers: registers).palette(of: sky)
        let misses = hues.map { hue in palette.colours.map { Self.distance($0, hue) }.min() ?? 255 }
        #expect(misses.max() ?? 255 < 48, "\(misses)")
        #expect(misses.reduce(0, +) < 12 * 8, "\(misses)")
    }

    /// Returns the largest difference of a channel.
    private static func distance(_ one: RGBColour, _ other: RGBColour) -> Int {
        max(
            abs(Int(one.red) - Int(other.red)), abs(Int(one.green) - Int(other.green)),
            abs(Int(one.blue) - Int(other.blue)))
    }

    /// Returns a pseudo-random number below 256.
    private static func hash(_ x: Int, _ y: Int) -> Int {
        var hash = UInt32(truncatingIfNeeded: x &* 374_761_393 &+ y &* 668_265_263)
        hash = (hash ^ (hash >> 13)) &* 1_274_126_177
        return Int((hash ^ (hash >> 16)) & 0xFF)
    }

    @Test(arguments: UInt8(0)...100)
    func percentsAreWhatTheTerminalShowsOfThem(percent: UInt8) {
        let colour = PercentColour(red: percent, green: 0, blue: 0)
        #expect(PercentColour(nearest: colour.shown) == colour)
    }
}
