import Imaging
import Testing

@Suite struct OrientationTests {
    /// A stored picture of 3 x 2 pixels, `abc` above `def`, and how it is shown.
    static let table: [(orientation: Orientation, shown: [String])] = [
        (.asStored, ["abc", "def"]),
        (.mirrored, ["cba", "fed"]),
        (.turnedAround, ["fed", "cba"]),
        (.flipped, ["def", "abc"]),
        (.transposed, ["ad", "be", "cf"]),
        (.turnedRight, ["da", "eb", "fc"]),
        (.transversed, ["fc", "eb", "da"]),
        (.turnedLeft, ["cf", "be", "ad"]),
    ]

    static func raster(_ rows: [String]) -> Raster {
        Raster(
            size: PixelSize(width: rows[0].utf8.count, height: rows.count),
            pixels: rows.joined().utf8.flatMap { [$0, 0, 0, 255] })
    }

    @Test(arguments: table)
    func turnsTheStoredPixelsUpright(orientation: Orientation, shown: [String]) {
        let stored = Self.raster(["abc", "def"])
        #expect(orientation.upright(stored) == Self.raster(shown))
        #expect(orientation.uprightSize(of: stored.size) == Self.raster(shown).size)
    }

    @Test(arguments: table)
    func findsEachUprightPixelAmongTheStoredOnes(orientation: Orientation, shown: [String]) {
        let stored = ["abc", "def"].map { Array($0) }
        for (y, row) in shown.enumerated() {
            for (x, letter) in row.enumerated() {
                let place = orientation.storedArea(
                    of: PixelRect(x: x, y: y, width: 1, height: 1),
                    in: PixelSize(width: 3, height: 2))
                #expect(stored[place.minY][place.minX] == letter)
            }
        }
    }

    /// The same area of a photo shown 40 wide and 30 high: 7 from the left, 4 from the top, 10 x 5.
    @Test(arguments: [
        (Orientation.asStored, "7,4 10x5"), (.mirrored, "23,4 10x5"),
        (.turnedAround, "23,21 10x5"), (.flipped, "7,21 10x5"),
        (.transposed, "4,7 5x10"), (.turnedRight, "4,23 5x10"),
        (.transversed, "21,23 5x10"), (.turnedLeft, "21,7 5x10"),
    ])
    func mapsAreas(orientation: Orientation, expected: String) {
        let shown = PixelSize(width: 40, height: 30)
        let stored = orientation.swapsAxes ? shown.transposed : shown
        let area = orientation.storedArea(
            of: PixelRect(x: 7, y: 4, width: 10, height: 5), in: stored)
        #expect("\(area.minX),\(area.minY) \(area.size.width)x\(area.size.height)" == expected)
    }

    @Test(arguments: Orientation.allCases)
    func turnsPicturesLargerThanATile(orientation: Orientation) {
        let size = PixelSize(width: 70, height: 45)
        let numbers = 0..<(70 * 45)
        let pixels: [UInt8] = numbers.flatMap { number -> [UInt8] in
            [UInt8(number & 255), UInt8(number >> 8), 1, 2]
        }
        let upright = orientation.upright(Raster(size: size, pixels: pixels, isOpaque: false))
        for (x, y) in [(0, 0), (33, 31), (31, 33), (44, 44)] {
            let place = orientation.storedArea(
                of: PixelRect(x: x, y: y, width: 1, height: 1), in: size)
            let start = (y * upright.size.width + x) * 4
            let number = Int(upright.pixels[start]) | Int(upright.pixels[start + 1]) << 8
            #expect(number == place.minY * 70 + place.minX)
        }
        #expect(!upright.isOpaque)
    }
}
