import Foundation
import Imaging
import PhotoCodec
import Testing

/// Opens photos for tests.
enum Opening {
    static func fixture(_ name: String) throws -> any ImageSource {
        try photo(Folders.photos.appending(path: name))
    }

    static func photo(_ place: URL) throws -> any ImageSource {
        try ImageDecoder.open(PhotoBytes.open(path: place.path), within: means)
    }

    /// The program's own options, but without a cache.
    static var means: DecodingOptions {
        DecodingOptions(
            spillFolder: FileManager.default.temporaryDirectory.appending(path: "nasa-view-spill")
                .path, indexStore: nil)
    }

    /// The same for photos decoded tile by tile, however small.
    static var tiledMeans: DecodingOptions {
        var means = means
        means.wholePixels = 0
        return means
    }
}

extension ImageSource {
    func whole(reducedBy reduction: Reduction = .none) throws -> Raster {
        try pixels(of: PixelRect(size.reduced(by: reduction)), reducedBy: reduction).raster
    }
}

extension Raster {
    /// Returns red, green, blue and alpha.
    func pixel(_ x: Int, _ y: Int) -> [Int] {
        let start = (y * size.width + x) * Self.bytesPerPixel
        return pixels[start..<(start + Self.bytesPerPixel)].map(Int.init)
    }

    /// The means of red, green and blue.
    var means: [Double] {
        var sums = [0, 0, 0]
        pixels.withUnsafeBufferPointer { pixels in
            for start in stride(from: 0, to: pixels.count, by: Self.bytesPerPixel) {
                for channel in 0..<3 { sums[channel] &+= Int(pixels[start &+ channel]) }
            }
        }
        return sums.map { Double($0) / Double(size.width * size.height) }
    }
}

/// Returns true if two rows of numbers differ by at most `tolerance` everywhere.
func areNear<Number: SignedNumeric & Comparable>(
    _ some: [Number], _ others: [Number], within tolerance: Number
) -> Bool {
    some.count == others.count && zip(some, others).allSatisfy { abs($0 - $1) <= tolerance }
}
