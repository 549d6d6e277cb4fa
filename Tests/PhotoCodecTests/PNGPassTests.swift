import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// Pictures whose pixels are their own positions, as numbers from 1 on.
struct PNGPassTests {
    private static let sizes = (1...9).flatMap { width in
        (1...9).map { PixelSize(width: width, height: $0) }
    }

    /// Returns the pixels shown after this many passes; missing ones are 0.
    private static func shown(_ passes: Int, of size: PixelSize) -> [UInt32] {
        var shown = [UInt32](repeating: 0, count: size.width * size.height)
        for pass in PNGPass.all.prefix(passes) where pass.columns(of: size) > 0 {
            for y in stride(from: pass.y, to: size.height, by: pass.down) {
                let row = (0..<pass.columns(of: size)).map { column in
                    UInt32(y * size.width + pass.x + column * pass.across + 1)
                }
                row.withUnsafeBytes { row in
                    shown.withUnsafeMutableBytes { shown in
                        guard let from = row.baseAddress, let to = shown.baseAddress else { return }
                        pass.spread(from, y: y, of: size, to: to)
                    }
                }
            }
        }
        return shown
    }

    @Test(arguments: sizes)
    func inTheEndEveryPixelIsItsOwn(size: PixelSize) {
        let count = UInt32(size.width * size.height)
        #expect(Self.shown(7, of: size) == Array(1...count))
    }

    /// The sides of the squares and oblongs after each pass (PNG specification, 8.1).
    @Test(
        arguments: zip(
            1...7, [(8, 8), (4, 8), (4, 4), (2, 4), (2, 2), (1, 2), (1, 1)]))
    func aPixelStandsForThoseToComeFromItToTheRightAndBelow(passes: Int, side: (Int, Int)) {
        let size: PixelSize = "19x21"
        let wished = (0..<size.height).flatMap { y in
            (0..<size.width).map { x in
                UInt32((y - y % side.1) * size.width + x - x % side.0 + 1)
            }
        }
        #expect(Self.shown(passes, of: size) == wished)
    }
}
