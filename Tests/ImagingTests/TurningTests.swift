import Imaging
import TestSupport
import Testing

/// Photos that the user rotates and mirrors.
@Suite struct TurningTests {
    @Test(arguments: Orientation.allCases)
    func fourQuarterTurnsAreNone(orientation: Orientation) {
        var turned = orientation
        var seen: Set<Orientation> = []
        for _ in 0..<4 {
            seen.insert(turned)
            turned = turned.turnedClockwise
        }
        #expect(turned == orientation)
        #expect(seen.count == 4)
        #expect(orientation.mirroredAcross.mirroredAcross == orientation)
        #expect(!seen.contains(orientation.mirroredAcross))
    }

    /// A rotation applies to the visible photo, regardless of earlier ones.
    @Test(arguments: Orientation.allCases)
    func aTurnTurnsWhatIsSeen(orientation: Orientation) {
        let stored = OrientationTests.raster(["abc", "def"])
        let seen = orientation.upright(stored)
        #expect(
            orientation.turnedClockwise.upright(stored) == Orientation.turnedRight.upright(seen))
        #expect(orientation.mirroredAcross.upright(stored) == Orientation.mirrored.upright(seen))
    }

    /// Any region at any reduction is the region of the rotated photo.
    @Test(arguments: Orientation.allCases)
    func partsOfATurnedPhotoAreThoseOfTheTurnedPicture(orientation: Orientation) throws {
        var numbers = SeededNumbers(seed: 8)
        let photo = WholePhoto(PixelSize(width: 160, height: 96))
        let turned = RotatedSource.of(photo, orientation)
        #expect(turned.size == orientation.uprightSize(of: photo.size))
        for reduction in [Reduction.none, .half, .eighth] {
            let whole = orientation.upright(photo.reduced(by: reduction))
            for _ in 0..<20 {
                let x = Int.random(in: 0..<whole.size.width, using: &numbers)
                let y = Int.random(in: 0..<whole.size.height, using: &numbers)
                let area = PixelRect(
                    x: x, y: y, width: Int.random(in: 1...whole.size.width - x, using: &numbers),
                    height: Int.random(in: 1...whole.size.height - y, using: &numbers))
                let part = try turned.pixels(of: area, reducedBy: reduction)
                #expect(part.area == area && part.photo == turned.size)
                #expect(part.raster == whole.cropped(to: area))
            }
        }
    }

    @Test func aPhotoThatIsNotTurnedIsReadAsItIs() {
        #expect(RotatedSource.of(WholePhoto("4x4"), .asStored) is WholePhoto)
    }

    /// The centre of the screen stays there, if the edges allow.
    @Test(
        arguments: [
            [], [.original], [.original, .edge(.left)], [.zoomIn(about: nil)],
        ] as [[ViewportMove]])
    func aViewTurnsAboutItsMiddle(moves: [ViewportMove]) {
        var viewport = Viewport(photo: "4000x3000", screen: "800x456")
        for move in moves { viewport.move(move) }
        var turned = viewport
        for turn in 1...4 {
            turned = turned.turnedClockwise
            #expect(turned.photo == (turn % 2 == 1 ? "3000x4000" : "4000x3000"))
            #expect(turned.zoom == viewport.zoom)
        }
        #expect(turned.window == viewport.window || viewport.origin.x == 0)
        #expect(viewport.mirroredAcross.mirroredAcross.window == viewport.window)
    }
}

/// A photo in memory whose pixels all differ.
private struct WholePhoto: ImageSource {
    let status = ImageSourceStatus()
    private let raster: Raster

    init(_ size: PixelSize) {
        raster = Raster(size) { x, y in (UInt8(x & 255), UInt8(y & 255), UInt8((x * 7 + y) & 255)) }
    }

    var size: PixelSize { raster.size }

    func reduced(by reduction: Reduction) -> Raster {
        raster.resized(to: size.reduced(by: reduction))
    }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        RegionPixels(
            photo: size, reduction: reduction, area: area,
            raster: reduced(by: reduction).cropped(to: area))
    }
}
