import Files
import Fuzzing
import Imaging

@testable import PhotoCodec

/// A tiled TIFF with holes: some of its bytes come when they are asked for, some never.
///
/// The first byte says which: a bit for each eighth of the file.
enum RangedTarget: FuzzTarget {
    static let name = "ranged"

    static func take(_ input: [UInt8]) throws {
        guard let gaps = input.first, input.count > 1 else { return }
        let file = Array(input.dropFirst())
        guard let descriptor = Descriptor.memory(), descriptor.resize(to: file.count) else {
            return
        }
        try descriptor.write(Array(file.prefix(512)))
        let bytes = try PhotoBytes.open(OpenFile(descriptor, byteCount: file.count)) { range in
            guard range.lowerBound >= 0, range.upperBound <= file.count, !range.isEmpty else {
                return false
            }
            let eighths =
                range.lowerBound * 8 / file.count...(range.upperBound - 1) * 8 / file.count
            guard eighths.allSatisfy({ gaps >> $0 & 1 == 0 }) else { return false }
            return (try? descriptor.write(Array(file[range]), at: range.lowerBound)) != nil
        }
        let options = DecodingOptions(wholePixels: 1 << 20, spillFolder: nil, indexStore: nil)
        guard let photo = (try? ImageDecoder.openRanged(bytes, within: options)) ?? nil else {
            return
        }
        guard let area = photo.size.area, area <= DecodedWhole.pixelLimit else { return }
        _ = try? photo.sample(at: .origin)
        for reduction in [Reduction.none, .quarter, .by64] {
            let size = photo.size.reduced(by: reduction)
            let part = try? photo.pixels(of: PixelRect(size), reducedBy: reduction)
            try expect(part.map { $0.raster.size == size } ?? true, "another size")
        }
    }
}
