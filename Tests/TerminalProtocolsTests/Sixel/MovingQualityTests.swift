import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// Coarser moving frames: their look, and their cost.
@Suite struct MovingQualityTests {
    /// Gradients with noise: a detailed photo.
    private static let photo = Raster(PixelSize(width: 300, height: 180)) { x, y in
        let noise = (x &* 0x9E37_79B1 ^ y &* 0x85EB_CA77) &* 0xC2B2_AE3D >> 20
        return (
            UInt8(x * 150 / 300 + noise & 31), UInt8(y + noise >> 5 & 31),
            UInt8(40 + (x + y) / 5 + noise >> 2 & 31)
        )
    }

    private static func string(
        _ quality: MovingQuality, _ photo: Raster = photo, at anchor: PixelPoint = .origin
    ) -> [UInt8] {
        let encoder = SixelEncoder(palette: PaletteBuilder(registers: 256).palette(of: Self.photo))
        return string(quality, photo, at: anchor, by: encoder)
    }

    private static func string(
        _ quality: MovingQuality, _ photo: Raster, at anchor: PixelPoint, by encoder: SixelEncoder
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        encoder.encode(
            Frame(
                raster: photo.withPixels(of: quality.pixelSide, at: anchor), anchor: anchor,
                quality: .moving, movingQuality: quality), into: &bytes)
        return bytes
    }

    @Test func eachNeedsFewerBytesThanTheFinerOne() {
        let counts = MovingQuality.allCases.map { Self.string($0).count }
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 > $1 }, "\(counts)")
        #expect((counts.last ?? 0) * 5 < counts[0])
    }

    @Test(arguments: MovingQuality.allCases)
    func aFrameHasItsRegistersAndLooksLikeThePhoto(quality: MovingQuality) throws {
        let shown = try SixelReader(Self.string(quality)).raster
        #expect(shown.size == Self.photo.size)
        var colours: Set<[UInt8]> = []
        for place in stride(from: 0, to: shown.pixels.count, by: 4) {
            colours.insert(Array(shown.pixels[place..<place + 3]))
        }
        #expect(colours.count <= quality.registers)
        for area in [PixelRect(x: 0, y: 0, width: 60, height: 60), PixelRect(Self.photo.size)] {
            let (red, green, blue) = shown.mean(area)
            let (wantedRed, wantedGreen, wantedBlue) = Self.photo.mean(area)
            // 32 colours are about 40 codes apart.
            #expect(abs(Int(red) - Int(wantedRed)) < 15)
            #expect(abs(Int(green) - Int(wantedGreen)) < 15)
            #expect(abs(Int(blue) - Int(wantedBlue)) < 15)
        }
    }

    /// Whole squares look the same for any window: nothing shimmers.
    @Test(arguments: MovingQuality.allCases)
    func aPanKeepsThePixelsOfThePhoto(quality: MovingQuality) throws {
        let encoder = SixelEncoder(palette: PaletteBuilder(registers: 256).palette(of: Self.photo))
        let step = PixelPoint(x: 29, y: 18)
        func shown(at place: PixelPoint) throws -> Raster {
            let window = Self.photo.cropped(
                to: PixelRect(origin: place, size: PixelSize(width: 200, height: 120)))
            return try SixelReader(
                Self.string(quality, window, at: place, by: encoder)
            ).raster
        }
        let before = try shown(at: PixelPoint(x: 12, y: 12))
        let after = try shown(at: PixelPoint(x: 12 + step.x, y: 12 + step.y))
        // Excludes the squares at the edges, which contain less of the photo.
        let margin = 4
        let common = PixelSize(
            width: 200 - step.x - 2 * margin, height: 120 - step.y - 2 * margin)
        let old = before.cropped(
            to: PixelRect(
                origin: PixelPoint(x: step.x + margin, y: step.y + margin), size: common))
        let new = after.cropped(
            to: PixelRect(origin: PixelPoint(x: margin, y: margin), size: common))
        let isSame = old.pixels == new.pixels
        #expect(isSame)
    }

    /// A band encoded in one quality is not reused for another.
    @Test func theBandsOfAQualityAreItsOwn() {
        let encoder = SixelEncoder(palette: PaletteBuilder(registers: 256).palette(of: Self.photo))
        for quality in MovingQuality.allCases + MovingQuality.allCases.reversed() {
            #expect(
                Self.string(quality, Self.photo, at: .origin, by: encoder) == Self.string(quality))
        }
    }
}
