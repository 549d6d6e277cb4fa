import Imaging
import TestSupport
import Testing

/// The inspector's cross.
@Suite struct MagnifierTests {
    /// The pixels across the upper arm, from left to right; `.` is the photo.
    @Test(arguments: [
        (21, RGBColour.black, "BWB"), (21, .white, "WBW"), (15, .black, "BWB"),
        (7, .black, ".W."), (7, .white, ".B."),
    ])
    func theCrossIsSeenOnDarkAndOnLight(side: Int, ground: RGBColour, arm: String) {
        let cross = Magnifier.crosshair(size: side, on: ground)
        let middle = side / 2
        #expect(Self.text(of: cross, from: middle - 1, row: 0) == arm)
        for row in middle - 2...middle + 2 where row >= 0 {
            #expect(Self.text(of: cross, from: middle - 1, row: row) == "...", "an open middle")
        }
    }

    private static func text(of raster: Raster, from column: Int, row: Int) -> String {
        (column..<column + 3).map { column -> String in
            let start = (row * raster.size.width + column) * Raster.bytesPerPixel
            guard raster.pixels[start + 3] == 255 else { return "." }
            return raster.pixels[start] == 0 ? "B" : "W"
        }.joined()
    }
}
