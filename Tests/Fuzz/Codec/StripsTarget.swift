import Fuzzing
import Imaging
import JPEGTiling

@testable import PhotoCodec

/// A JPEG decoded in strips: refused, or the pixels of one decoding of the whole.
enum StripsTarget: FuzzTarget {
    static let name = "strips"

    private static let pixelLimit = 100_000

    static func take(_ bytes: [UInt8]) throws {
        let file = PhotoBytes(bytes)
        guard let header = file.withUnsafeBytes({ try? JPEGHeader($0) }),
            let area = header.frame.size.area, area <= pixelLimit
        else { return }
        let jpeg = JPEGDecoder(bytes: file, header: header, partBytes: 64)
        guard let strips = StripDecoder(jpeg, count: 2 + bytes.count % 3) else { return }
        let reduction = [Reduction.none, .half, .quarter, .eighth][bytes.count / 3 % 4]
        let size = header.frame.size.reduced(by: reduction)
        var isWhole = false
        let some = pixels(of: size) { isWhole = strips.decode(into: $0, reducedBy: reduction) }
        guard isWhole else { return }
        let same = pixels(of: size) { target in
            _ = file.withUnsafeBytes {
                TurboJPEG.decode($0, into: target, size: size, isCMYK: jpeg.inks != nil)
            }
        }
        try expect(some == same, "strips differ from the whole")
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
