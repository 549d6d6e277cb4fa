import Imaging
import TestSupport

extension Raster {
    /// Pixels without any pattern, the same in each run.
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

    /// A window of this raster scaled to `scaled`, over black.
    func shown(
        _ window: PixelRect, of scaled: PixelSize, by filter: ResamplingFilter
    ) -> Raster {
        let window = ScaledWindow(photo: size, scaled: scaled, window: window)
        let resampler = Resampler(filter: filter)
        let area = resampler.area(for: window, reducedBy: .none)
        let part = PhotoPart(photo: size, reduction: .none, area: area, raster: cropped(to: area))
        return resampler.resample(part, for: window, over: .black)
    }

    /// Every pixel the same gray.
    static func even(_ code: UInt8, size: PixelSize) -> Raster {
        var pixels: [UInt8] = []
        for _ in 0..<size.width * size.height { pixels += [code, code, code, 255] }
        return Raster(size: size, pixels: pixels)
    }
}
