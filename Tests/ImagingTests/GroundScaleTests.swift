import Imaging
import TestSupport
import Testing

/// Distances on maps of whole planets.
@Suite struct GroundScaleTests {
    /// The Earth at 250 m a pixel.
    private static let earth = MapScale(radius: 6_378_137, width: 163_840)

    /// For a map of 163,840 x 81,920 pixels: the equator is between rows 40,959 and 40,960.
    @Test(
        arguments: [
            // Adjacent pixels: 40,075 km divided by the pixels of the equator.
            (from: "0,40960", to: "1,40960", metres: 244.6),
            (from: "81920,40960", to: "81920,40961", metres: 244.6),
            // At 60 degrees a degree of longitude is half as wide.
            (from: "0,13653", to: "1,13653", metres: 122.3),
            // A quarter and a half of the way around.
            (from: "0,40960", to: "40960,40960", metres: 10_018_754),
            (from: "0,40960", to: "81920,40959", metres: 20_037_508),
            // The left and right edges of the map coincide.
            (from: "0,40960", to: "163839,40960", metres: 244.6),
            (from: "500,40960", to: "500,40960", metres: 0),
        ] as [(from: PixelPoint, to: PixelPoint, metres: Double)])
    func theShortestWay(from: PixelPoint, to: PixelPoint, metres: Double) {
        let found = Self.earth.metres(from: from, to: to)
        #expect(abs(found - metres) <= max(0.1, metres * 1e-6))
    }

    /// Berlin's Brandenburg Gate and the Eiffel Tower, 878 km from each other.
    @Test func betweenTwoTowns() {
        let pixel = { (north: Double, east: Double) in
            PixelPoint(
                x: Int((east + 180) * 163_840 / 360), y: Int((90 - north) * 163_840 / 360))
        }
        let metres = Self.earth.metres(from: pixel(52.5163, 13.3777), to: pixel(48.8584, 2.2945))
        #expect((875_000...881_000).contains(metres))
    }

    @Test func placesInDegrees() {
        let (north, east) = Self.earth.coordinates(of: "81920,40960")
        #expect(abs(north + 0.0011) < 0.0002 && abs(east - 0.0011) < 0.0002)
        #expect(Self.earth.coordinates(of: .origin).north > 89.99)
    }
}
