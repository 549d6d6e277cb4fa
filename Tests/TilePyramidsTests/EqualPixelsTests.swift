import Imaging
import StandIn
import TestSupport
import Testing
import TilePyramids

/// A tiled picture has the same pixels as in one file.
@Suite struct EqualPixelsTests {
    private static func source(
        _ form: CutForm, of photo: any ImageSource, side: Int = 256
    ) throws -> TilePyramidSource {
        let server = CutPicture.server(photo, side: side)
        let (pyramid, base) = try form.pyramid(server)
        #expect(pyramid.size == photo.size)
        return TilePyramidSource(pyramid, from: CutTiles(server, at: base)) { _ in }
    }

    @Test(arguments: CutForm.allCases)
    func atEveryLevel(form: CutForm) throws {
        let photo = try CutPicture.photo(form.size ?? "2048x1280")
        let source = try Self.source(form, of: photo)
        let levels = Reduction.ofFiles.filter { $0.rawValue <= source.coarsest.rawValue }
        #expect(levels.count >= 3)
        for reduction in levels {
            #expect(try source.all(reduction) == photo.all(reduction), "\(form) \(reduction)")
        }
    }

    @Test(arguments: CutForm.allCases)
    func inAnyPart(form: CutForm) throws {
        let photo = try CutPicture.photo(form.size ?? "1536x1024")
        let source = try Self.source(form, of: photo)
        var numbers = SeededNumbers(seed: 3)
        for reduction in [Reduction.none, .half, .quarter] {
            let grid = photo.size.reduced(by: reduction)
            for _ in 0..<12 {
                let x = Int.random(in: 0..<grid.width, using: &numbers)
                let y = Int.random(in: 0..<grid.height, using: &numbers)
                let area = PixelRect(
                    x: x, y: y, width: Int.random(in: 1...grid.width - x, using: &numbers),
                    height: Int.random(in: 1...grid.height - y, using: &numbers))
                let (ours, file) = (
                    try source.pixels(of: area, reducedBy: reduction).raster,
                    try photo.pixels(of: area, reducedBy: reduction).raster
                )
                #expect(ours == file, "\(form) \(reduction) \(area)")
            }
        }
    }

    /// Sides not divisible by powers of two: if levels are rounded up, every pixel is the same.
    @Test(
        arguments: [CutForm.deepZoom, .iiif2, .iiif3],
        ["1027x769", "601x1543", "257x70"] as [PixelSize])
    func ofOddSizes(form: CutForm, size: PixelSize) throws {
        let photo = try CutPicture.photo(size)
        let source = try Self.source(form, of: photo, side: 128)
        for reduction in Reduction.ofFiles where reduction.rawValue <= source.coarsest.rawValue {
            #expect(try source.all(reduction) == photo.all(reduction), "\(form) \(reduction)")
        }
    }

    /// Zoomify rounds its sides down: levels are stretched by less than a pixel.
    @Test(arguments: ["1027x769", "601x1543"] as [PixelSize])
    func roundedDownTheyAreStretched(size: PixelSize) throws {
        let photo = try CutPicture.photo(size)
        let source = try Self.source(.zoomify, of: photo, side: 128)
        #expect(try source.all(.none) == photo.all(.none))
        for reduction in [Reduction.half, .quarter] {
            let (ours, file) = (try source.all(reduction), try photo.all(reduction))
            #expect(ours.size == file.size)
            let smooth = (ours.scaled(to: "40x40", by: .box), file.scaled(to: "40x40", by: .box))
            #expect(smooth.0.difference(from: smooth.1) <= 12)
        }
    }

    @Test func sampledPixelsAreThoseOfTheFile() throws {
        let photo = try CutPicture.photo("700x500")
        let source = try Self.source(.iiif3, of: photo)
        for point in ["0,0", "255,256", "699,499"] as [PixelPoint] {
            #expect(try source.sample(at: point).values == photo.sample(at: point).values)
        }
    }

    /// A screen of more than a quarter of the memory for tiles is too large to be kept: it is
    /// rendered part by part.
    @Test func whatIsLargerThanTheMemoryForTilesIsMadeInParts() throws {
        let photo = try CutPicture.photo("2048x1280")
        let server = CutPicture.server(photo)
        let (pyramid, base) = try CutForm.deepZoom.pyramid(server)
        let source = TilePyramidSource(
            pyramid, from: CutTiles(server, at: base), limitBytes: 4 << 20
        ) { _ in }
        #expect(source.isReady(PixelRect(photo.size), reducedBy: .none))
        #expect(try source.all(.none) == photo.all(.none))
        #expect(source.status.statistics.map { $0.tileBytes <= 5 << 20 } == true)
    }
}
