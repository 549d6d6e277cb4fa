import Fuzzing
import Imaging
import JPEGTiling

@testable import PhotoCodec

/// A JPEG decoded in strips, or in part: refused, or equal to a full decode without warnings by
/// TurboJPEG.
enum StripsTarget: FuzzTarget {
    static let name = "strips"

    private static let pixelLimit = 40_000

    static func take(_ bytes: [UInt8]) throws {
        let file = PhotoBytes(bytes)
        guard let header = file.withUnsafeBytes({ try? JPEGHeader($0) }),
            let area = header.frame.size.area, area <= pixelLimit
        else { return }
        let jpeg = JPEGDecoder(bytes: file, header: header, partBytes: 64)
        let reduction = [Reduction.none, .half, .quarter, .eighth][bytes.count / 3 % 4]
        try takeStrips(of: jpeg, count: 2 + bytes.count % 3, reducedBy: reduction)
        try takeArea(of: jpeg, reducedBy: reduction)
    }

    private static func takeStrips(
        of jpeg: JPEGDecoder, count: Int, reducedBy reduction: Reduction
    ) throws {
        guard let strips = StripDecoder(jpeg, count: count, reducedBy: reduction)
        else { return }
        var isWhole = false
        let some = pixels(of: jpeg.header.frame.size.reduced(by: reduction)) {
            isWhole = strips.decode(into: $0)
        }
        guard isWhole else { return }
        try expect(some == whole(jpeg, reducedBy: reduction).pixels, "strips differ from the whole")
    }

    private static func takeArea(of jpeg: JPEGDecoder, reducedBy reduction: Reduction) throws {
        // A full decode neither rotates pixels nor converts inks or colours.
        guard jpeg.cmyk == nil, jpeg.orientation == .asStored, jpeg.conversion == nil else {
            return
        }
        var means = DecodingOptions(tileBytes: 40_000, tileSide: 32, partBytes: 64)
        means.areaPixels = 0
        let size = jpeg.header.frame.size.reduced(by: reduction)
        let area = PixelRect(
            x: size.width / 3, y: size.height / 3, width: (size.width + 2) / 3,
            height: (size.height + 2) / 3
        ).intersection(PixelRect(size))
        guard PixelAccess(to: jpeg, within: means) == .wholeOrAreas,
            let part = JPEGAreas(of: jpeg, within: means).part(of: area, reducedBy: reduction)
        else { return }
        let (same, outcome) = whole(jpeg, reducedBy: reduction)
        try expect(outcome == .complete, "an area of a damaged photo")
        let cut = Raster(size: size, pixels: same).cropped(to: area)
        try expect(part.raster.pixels == cut.pixels, "an area differs from the whole")
    }

    private static func whole(
        _ jpeg: JPEGDecoder, reducedBy reduction: Reduction
    ) -> (pixels: [UInt8], outcome: TurboJPEG.Outcome) {
        let size = jpeg.header.frame.size.reduced(by: reduction)
        var outcome = TurboJPEG.Outcome.complete
        let pixels = pixels(of: size) { target in
            outcome = jpeg.bytes.withUnsafeBytes {
                TurboJPEG.decode($0, into: target, size: size, isCMYK: jpeg.cmyk != nil)
            }
        }
        return (pixels, outcome)
    }

    private static func pixels(
        of size: PixelSize, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) -> [UInt8] {
        Raster.bytes(of: size) { target in
            target.initialize(repeating: 0)
            write(target)
        }
    }
}
