import Foundation
import Imaging
import TestSupport
import Testing

/// The scaler's interface: its input, and its result.
struct ResamplerTests {
    @Test(arguments: [
        (photo: (6000, 4000), scaled: (1080, 720), reduction: Reduction.quarter),
        (photo: (6000, 4000), scaled: (1500, 1000), reduction: .quarter),
        (photo: (6000, 4000), scaled: (1501, 1001), reduction: .half),
        (photo: (1224, 816), scaled: (1080, 720), reduction: .none),
        (photo: (640, 480), scaled: (1280, 960), reduction: .none),
        (photo: (40000, 25000), scaled: (1152, 720), reduction: .thirtySecond),
    ])
    func asksForTheSmallestReductionThatCovers(
        photo: (Int, Int), scaled: (Int, Int), reduction: Reduction
    ) {
        let size = PixelSize(width: scaled.0, height: scaled.1)
        let window = ScaledWindow(
            photo: PixelSize(width: photo.0, height: photo.1), scaled: size,
            window: PixelRect(size))
        #expect(Resampler().source(for: window).reduction == reduction)
    }

    @Test(arguments: ResamplingFilter.allCases)
    func windowsThatOverlapAgreeExactly(filter: ResamplingFilter) {
        let photo = Raster.noise(width: 97, height: 83)
        for scaled in [PixelSize(width: 61, height: 40), PixelSize(width: 150, height: 131)] {
            let whole = photo.shown(PixelRect(scaled), of: scaled, by: filter)
            for window in [
                PixelRect(x: 0, y: 0, width: 1, height: 1),
                PixelRect(x: 13, y: 7, width: 31, height: 22),
                PixelRect(x: 60, y: 39, width: 1, height: 1),
            ] {
                #expect(photo.shown(window, of: scaled, by: filter) == whole.cropped(to: window))
            }
        }
    }

    @Test(arguments: ResamplingFilter.allCases)
    func isWithinOneCodeOfTheReference(filter: ResamplingFilter) {
        let photo = Raster.noise(width: 41, height: 37)
        for scaled in [PixelSize(width: 23, height: 16), PixelSize(width: 64, height: 70)] {
            let shown = photo.shown(PixelRect(scaled), of: scaled, by: filter)
            let reference = ReferenceScaler(photo: photo, scaled: scaled, filter: filter)
            var largest = 0.0
            for place in 0..<scaled.width * scaled.height {
                let codes = reference.codes(x: place % scaled.width, y: place / scaled.width)
                for (channel, code) in codes.enumerated() {
                    largest = max(largest, abs(Double(shown.pixels[place * 4 + channel]) - code))
                }
            }
            #expect(largest <= 1)
        }
    }

    @Test
    func stripsMakeUpTheWindow() {
        let photo = Raster.noise(width: 64, height: 64)
        let scaled = PixelSize(width: 40, height: 37)
        let window = ScaledWindow(
            photo: photo.size, scaled: scaled,
            window: PixelRect(x: 3, y: 2, width: 30, height: 31))
        let strips = window.strips(4).map { photo.shown($0.window, of: scaled, by: .standard) }
        let whole = photo.shown(window.window, of: scaled, by: .standard)
        #expect(strips.flatMap(\.pixels) == whole.pixels)
    }

    @Test(arguments: ResamplingFilter.allCases)
    func atOriginalThePixelsAreThoseOfThePhoto(filter: ResamplingFilter) {
        let photo = Raster.noise(width: 50, height: 40)
        let window = PixelRect(x: 5, y: 6, width: 20, height: 30)
        #expect(photo.shown(window, of: photo.size, by: filter) == photo.cropped(to: window))
    }

    /// At the original, and at exact fractions of it, a region is not resampled.
    @Test(arguments: [Reduction.none, .half, .quarter], ResamplingFilter.allCases)
    func whatNeedsNoScalingIsTakenAsItIs(reduction: Reduction, filter: ResamplingFilter) {
        let raster = Raster.noise(width: 50, height: 40)
        let photo = PixelSize(
            width: 50 * reduction.rawValue, height: 40 * reduction.rawValue)
        let area = PixelRect(x: 5, y: 6, width: 20, height: 30)
        let window = ScaledWindow(photo: photo, scaled: raster.size, window: area)
        let resampler = Resampler(filter: filter)
        #expect(resampler.area(for: window, reducedBy: reduction) == area)
        let part = RegionPixels(
            photo: photo, reduction: reduction, area: area, raster: raster.cropped(to: area))
        #expect(resampler.untouched(part, for: window) == part.raster)
        #expect(resampler.resample(part, for: window, over: .black) == part.raster)
    }

    @Test func whatMustBeScaledCutOrLaidOverAColourIsNotTakenAsItIs() {
        let raster = Raster.noise(width: 50, height: 40)
        let area = PixelRect(raster.size)
        let clear = Raster(size: raster.size, pixels: raster.pixels, isOpaque: false)
        let smaller = PixelRect(x: 1, y: 0, width: 49, height: 40)
        for (shown, scaled, window) in [
            (raster, PixelSize(width: 49, height: 40), smaller.size),
            (clear, raster.size, raster.size), (raster, raster.size, smaller.size),
        ] {
            let part = RegionPixels(photo: raster.size, reduction: .none, area: area, raster: shown)
            let view = ScaledWindow(photo: raster.size, scaled: scaled, window: PixelRect(window))
            #expect(Resampler().untouched(part, for: view) == nil)
        }
    }

    @Test(arguments: ResamplingFilter.allCases)
    func evenColoursStayAsTheyAre(filter: ResamplingFilter) {
        for code: UInt8 in [0, 1, 2, 17, 128, 254, 255] {
            let size = PixelSize(width: 30, height: 20)
            let photo = Raster.even(code, size: size)
            let scaled = PixelSize(width: 44, height: 9)
            let shown = photo.shown(PixelRect(scaled), of: scaled, by: filter)
            #expect(Set(shown.pixels).isSubset(of: [code, 255]))
        }
    }

    @Test
    func averagesLightNotCodes() {
        let pixels: [UInt8] = [0, 0, 0, 255, 255, 255, 255, 255]
        let photo = Raster(size: PixelSize(width: 2, height: 1), pixels: pixels)
        let one = PixelSize(width: 1, height: 1)
        // Half the light of white is code 188, not 128.
        #expect(photo.shown(PixelRect(one), of: one, by: .box).pixels == [188, 188, 188, 255])
    }

    /// White at half opacity over black is 128 as in browsers, at the original size and scaled.
    @Test(arguments: [1, 2, 3])
    func laysAlphaOverTheBackgroundByItsCodes(scale: Int) {
        let pixels: [UInt8] = [255, 255, 255, 128, 255, 255, 255, 128]
        let photo = Raster(
            size: PixelSize(width: 2, height: 1), pixels: pixels, isOpaque: false)
        let scaled = PixelSize(width: 2 * scale, height: scale)
        let shown = photo.shown(PixelRect(scaled), of: scaled, by: .standard)
        #expect(Set(shown.pixels) == [128, 255])
        #expect(shown.isOpaque)
    }

    @Test func whatIsTransparentIsTheBackground() {
        let photo = Raster(
            size: PixelSize(width: 1, height: 1), pixels: [255, 0, 255, 0], isOpaque: false)
        let shown = photo.shown(PixelRect(photo.size), of: photo.size, by: .standard)
        #expect(shown.pixels == [0, 0, 0, 255])
    }
}

/// A straightforward scaler: each pixel is a sum over all of the photo's pixels in reach, in double
/// precision.
struct ReferenceScaler {
    let photo: Raster
    let scaled: PixelSize
    let filter: ResamplingFilter

    func codes(x: Int, y: Int) -> [Double] {
        let columns = weights(x, of: scaled.width, over: photo.size.width)
        let rows = weights(y, of: scaled.height, over: photo.size.height)
        return (0..<3).map { channel in
            var light = 0.0
            for (row, vertical) in rows {
                for (column, horizontal) in columns {
                    let place = (row * photo.size.width + column) * Raster.bytesPerPixel + channel
                    light += vertical * horizontal * Self.light(Double(photo.pixels[place]) / 255)
                }
            }
            return Self.code(min(max(light, 0), 1)) * 255
        }
    }

    private func weights(_ place: Int, of count: Int, over all: Int) -> [(Int, Double)] {
        let step = Double(all) / Double(count)
        let middle = (Double(place) + 0.5) * step - 0.5
        let weights = (0..<all).map { ($0, weight(Double($0) - middle, step: step)) }
        let sum = weights.reduce(0) { $0 + $1.1 }
        return weights.filter { $0.1 != 0 }.map { ($0.0, $0.1 / sum) }
    }

    private func weight(_ distance: Double, step: Double) -> Double {
        let x = abs(distance) / max(1, step)
        switch filter {
        case .nearest: return distance + 0.5 >= 0 && distance + 0.5 < 1 ? 1 : 0
        case .box: return max(0, min(1, step, (step + 1) / 2 - abs(distance)))
        case .mitchell:
            if x < 1 { return (21 * x * x * x - 36 * x * x + 16) / 18 }
            return x < 2 ? (-7 * x * x * x + 36 * x * x - 60 * x + 32) / 18 : 0
        case .catmullRom:
            if x < 1 { return 1.5 * x * x * x - 2.5 * x * x + 1 }
            return x < 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0
        case .lanczos3:
            if x == 0 { return 1 }
            let angle = Double.pi * x
            return x < 3 ? 3 * sin(angle) * sin(angle / 3) / (angle * angle) : 0
        }
    }

    private static func light(_ code: Double) -> Double {
        code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
    }

    private static func code(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}

extension Raster {
    /// Returns pixels without a pattern, the same in each run.
    static func noise(width: Int, height: Int) -> Raster {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        let pixels = (0..<width * height * 4).map { index -> UInt8 in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: state >> 32)
        }
        return Raster(size: PixelSize(width: width, height: height), pixels: pixels)
    }

    /// Returns a window of this raster scaled to `scaled`, over black.
    func shown(
        _ window: PixelRect, of scaled: PixelSize, by filter: ResamplingFilter
    ) -> Raster {
        let window = ScaledWindow(photo: size, scaled: scaled, window: window)
        let resampler = Resampler(filter: filter)
        let area = resampler.area(for: window, reducedBy: .none)
        let part = RegionPixels(
            photo: size, reduction: .none, area: area, raster: cropped(to: area))
        return resampler.resample(part, for: window, over: .black)
    }

    /// Returns a raster of one gray.
    static func even(_ code: UInt8, size: PixelSize) -> Raster {
        var pixels: [UInt8] = []
        for _ in 0..<size.width * size.height { pixels += [code, code, code, 255] }
        return Raster(size: size, pixels: pixels)
    }
}
