import Imaging
import TestSupport
import Testing

@testable import PhotoPipeline

/// The arrows to the north and the east on the map of a photo with coordinates.
@Suite struct CompassTests {
    /// A black photo whose pixels may have positions.
    private struct PlacedPhoto: ImageSource {
        let size = PixelSize(width: 101, height: 101)
        let status = ImageSourceStatus()
        var hasPositions = true
        let position: @Sendable (Double, Double) -> PhotoPosition?

        func pixels(
            of area: PixelRect, reducedBy reduction: Reduction
        ) throws(DecodingFailure) -> RegionPixels {
            RegionPixels(
                photo: size, reduction: reduction, area: area,
                raster: Drawing(of: area.size, on: .black).raster)
        }

        func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
            PhotoSample(
                values: [0], bits: 8,
                position: position(Double(point.x - 50) / 10, Double(point.y - 50) / 10))
        }
    }

    private static let ground = PlacedPhoto { .ground(north: 40 - $1, east: 8 + $0, radius: 1) }
    private static let sky = PlacedPhoto {
        .equatorial(rightAscension: 200 - $0, declination: 10 - $1)
    }

    /// The points in the middle of an arrow that leads to the right, down, to the left or up, on a map
    /// of 48 pixels.
    private enum Way: Int, CaseIterable {
        case right, down, left, up

        var point: PixelPoint {
            let (x, y) = [(28, 22), (22, 28), (16, 22), (22, 16)][rawValue]
            return PixelPoint(x: x, y: y)
        }
    }

    private static func ways(on source: any ImageSource, side: Int = 48) -> [Way] {
        let photo = Drawing(of: source.size, on: .black).raster
        let size = PixelSize(width: side, height: side)
        let map = PhotoOverview(photo, Compass(of: source))
            .picture(of: PhotoOverlay(.overview, at: PixelRect(size)), .none)
        return Way.allCases.filter { way in
            map.pixels[(way.point.y * side + way.point.x) * Raster.bytesPerPixel] == 255
        }
    }

    @Test func leadToTheNorthAndTheEast() {
        #expect(Self.ways(on: Self.ground) == [.right, .up])
        // The sky is seen from below.
        #expect(Self.ways(on: Self.sky) == [.left, .up])
    }

    @Test func turnWithThePhoto() {
        let turned = RotatedSource.of(Self.sky, Orientation.asStored.turnedClockwise)
        #expect(Self.ways(on: turned) == [.right, .up])
    }

    @Test func areMissingWithoutCoordinates() {
        let unplaced = PlacedPhoto(hasPositions: false) { _, _ in nil }
        #expect(Self.ways(on: unplaced) == [])
        let pole = PlacedPhoto { x, y in
            .ground(north: 90 - (x * x + y * y).squareRoot(), east: 0, radius: 1)
        }
        #expect(Compass(of: pole) == nil)
    }

    @Test func areMissingOnASmallMap() {
        #expect(Self.ways(on: Self.ground, side: 47) == [])
    }
}
