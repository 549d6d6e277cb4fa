import Imaging
import PhotoCodec
import TestSupport
import Testing

/// Tiled photos that the user rotates and mirrors.
@Suite struct TurnedTilesTests {
    private static let names = ["420.jpg", "gray.jpg", "rgb.png"]

    private static func tiled(_ name: String) throws -> any ImageSource {
        try ImageDecoder.open(PhotoBytes(try TiledPhotos.bytes(name)), within: TiledPhotos.means)
    }

    private static func areas(_ size: PixelSize, _ seed: Int) -> [PixelRect] {
        var numbers = SeededNumbers(seed: UInt64(seed))
        return (0..<8).map { _ in numbers.area(on: size) }
    }

    /// Any region at any reduction is that of the whole picture, rotated.
    @Test(arguments: names, Orientation.allCases)
    func tilesOfATurnedPhotoAreThoseOfTheTurnedPicture(
        name: String, orientation: Orientation
    ) throws {
        let photo = try Self.tiled(name)
        let turned = RotatedSource.of(photo, orientation)
        for reduction in Reduction.ofFiles {
            let whole = orientation.upright(try photo.whole(reducedBy: reduction))
            for area in Self.areas(whole.size, orientation.rawValue) {
                let part = try turned.pixels(of: area, reducedBy: reduction)
                #expect(part.area == area && part.photo == turned.size)
                #expect(part.raster == whole.cropped(to: area), "\(area) reduced by \(reduction)")
            }
        }
    }

    /// Four quarter turns or two reflections give the same pixels of the same tiles.
    @Test(
        arguments: names,
        [
            [.turnedRight, .turnedRight, .turnedRight, .turnedRight], [.mirrored, .mirrored],
            [.turnedRight, .mirrored, .turnedRight, .mirrored],
            [.turnedLeft, .turnedAround, .turnedLeft],
        ] as [[Orientation]])
    func turnsThatLeadBackAreNone(name: String, turns: [Orientation]) throws {
        let photo = try Self.tiled(name)
        let turned = turns.reduce(photo) { RotatedSource.of($0, $1) }
        #expect(turned.size == photo.size)
        for reduction in Reduction.ofFiles {
            for area in Self.areas(photo.size.reduced(by: reduction), turns.count) {
                let part = try turned.pixels(of: area, reducedBy: reduction)
                let same = try photo.pixels(of: area, reducedBy: reduction)
                #expect(part.raster == same.raster, "\(area) reduced by \(reduction)")
            }
        }
    }

    /// A pan over the rotated photo shows the corresponding pixels of the stored one.
    @Test(arguments: Orientation.allCases)
    func aPanOverATurnedPhotoShowsItsPixels(orientation: Orientation) throws {
        let photo = try Self.tiled("rgb.png")
        let turned = RotatedSource.of(photo, orientation)
        let whole = orientation.upright(try photo.whole())
        var viewport = Viewport(photo: turned.size, screen: "64x48")
        viewport.move(.original)
        for direction in [ViewportMove.Direction.right, .down, .left, .up, .left, .down] {
            viewport.move(.step(direction, times: 3))
            let part = try turned.pixels(of: viewport.window.window, reducedBy: .none)
            #expect(part.raster == whole.cropped(to: viewport.window.window))
        }
    }

    /// The samples of a pixel are those of the stored one.
    @Test(arguments: Orientation.allCases)
    func aPointOfATurnedPhotoIsThatOfThePicture(orientation: Orientation) throws {
        let photo = try Self.tiled("rgb.png")
        let turned = RotatedSource.of(photo, orientation)
        let whole = orientation.upright(try photo.whole())
        for point in [
            PixelPoint(x: 0, y: 0), PixelPoint(x: 77, y: 31),
            PixelPoint(x: whole.size.width - 1, y: whole.size.height - 1),
        ] {
            #expect(
                try turned.sample(at: point).values
                    == whole.pixel(point.x, point.y).prefix(3).map { .integer($0) })
        }
    }
}
