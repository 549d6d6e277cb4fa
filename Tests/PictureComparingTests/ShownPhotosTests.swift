import Foundation
import Imaging
import PhotoCodec
import PictureComparing
import StandIn
import TerminalProtocols
import TestSupport
import Testing

/// Dark photos in 256 colours: xterm's table has only few dark ones that are not gray.
struct DarkPhotosTests {
    /// A photo's mean chroma relative to the original's, and its mean CIEDE2000, at a distance from
    /// which an eye averages neighbours: after a blur of 1.2 half blocks.
    struct Appearance {
        let chroma: Double
        let difference: Double
    }

    /// A nebula, a galaxy, a comet's tail, the Sun, a galaxy.
    static let names = ["PIA14417", "PIA20695", "PIA22081", "PIA18906", "PIA15656"]

    /// NASA's originals, beside some checkouts; `nil` elsewhere.
    private static let photos: URL? = {
        let shared = ProcessInfo.processInfo.environment["NASA_VIEW_SHARED"].map {
            URL(filePath: $0)
        }
        let package = (0..<3).reduce(URL(filePath: #filePath)) { path, _ in
            path.deletingLastPathComponent()
        }
        let beside = package.deletingLastPathComponent().appending(path: "shared")
        let folder = (shared ?? beside).appending(path: "nasa/photos/nivl")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// With the nearest colours, as before: chroma .54 .17 .26 .77 .41, difference 6.4 4.6 .7 6.5
    /// 4.7.
    @Test(.enabled(if: photos != nil, "no photos beside the checkout"))
    func darkPhotosKeepTheirColours() throws {
        let looks = try Self.names.map { try Self.look(of: $0) }
        let mean = looks.map(\.chroma).reduce(0, +) / Double(looks.count)
        #expect((0.8...1.2).contains(mean), "\(mean)")
        for (name, look) in zip(Self.names, looks) {
            #expect((0.65...1.2).contains(look.chroma), "\(name): \(look.chroma)")
            #expect(look.difference < 4, "\(name): \(look.difference)")
        }
    }

    private static func look(of name: String) throws -> Appearance {
        let file = try #require(photos).appending(path: "\(name)~orig.jpg")
        let photo = try Raster.photo(file.path, within: PixelSize(width: 160, height: 90))
        let shown = try half(photo)
        #expect(shown.size == photo.size)
        let (seen, wanted) = (colours(shown), colours(photo))
        let difference = zip(seen, wanted).reduce(0) { $0 + $1.0.difference(from: $1.1) }
        return Appearance(
            chroma: chroma(seen) / chroma(wanted), difference: difference / Double(seen.count))
    }

    /// Returns the photo as a terminal shows it in half blocks.
    private static func half(_ photo: Raster) throws -> Raster {
        let mosaic = BlockEncoder(glyphs: .half, colours: .palette256)
            .mosaic(of: Frame(raster: photo, anchor: .origin, quality: .atRest))
        var bytes: [UInt8] = []
        mosaic.append(at: CellPosition(row: 0, column: 0), to: &bytes)
        var model = TerminalModel(
            .vt340,
            geometry: TerminalGeometry(
                columns: photo.size.width, rows: photo.size.height / 2 + 1))
        _ = model.feed(bytes)
        return model.blocks
    }

    private static func colours(_ raster: Raster) -> [LabColour] {
        LightPlanes(raster).blurred(sigma: 1.2).colours
    }

    private static func chroma(_ colours: [LabColour]) -> Double {
        colours.reduce(0) { $0 + $1.chroma } / Double(colours.count)
    }
}

/// The bytes of a photo while it moves.
struct MovingBytesTests {
    /// Issue 5: at most three fifths of the bytes of the frame at rest, over the built-in
    /// collection.
    ///
    /// Excludes a drawing of few colours: it needs no dither, and has the same bytes in both.
    @Test
    func movingFramesHaveAtMostThreeFifthsOfTheBytes() throws {
        var sums = (moving: 0, atRest: 0)
        for path in PackageFolders.standard.demoPictures {
            let raster = try Raster.photo(path, within: PixelSize(width: 640, height: 360))
            let palette = PaletteBuilder(registers: 256).palette(of: raster)
            guard !palette.isExact else { continue }
            let encoder = SixelEncoder(palette: palette)
            sums.moving += Self.byteCount(of: raster, .moving, by: encoder)
            sums.atRest += Self.byteCount(of: raster, .atRest, by: encoder)
        }
        #expect(sums.atRest > 0)
        #expect(sums.moving * 5 <= sums.atRest * 3, "\(sums)")
    }

    private static func byteCount(
        of raster: Raster, _ quality: RenderQuality, by encoder: SixelEncoder
    ) -> Int {
        var bytes: [UInt8] = []
        encoder.encode(
            Frame(raster: raster, anchor: .origin, quality: quality), into: &bytes)
        return bytes.count
    }
}

extension Raster {
    /// Returns a photo as large as fits into a box, with an even number of rows.
    fileprivate static func photo(_ path: String, within box: PixelSize) throws -> Raster {
        let source = try ImageDecoder.open(PhotoBytes.open(path: path))
        let fitted = source.size.fitted(into: box)
        let size = PixelSize(width: fitted.width, height: fitted.height / 2 * 2)
        let window = ScaledWindow(photo: source.size, scaled: size, window: PixelRect(size))
        let resampler = Resampler(filter: .lanczos3)
        let need = resampler.source(for: window)
        let part = try source.pixels(of: need.area, reducedBy: need.reduction)
        return resampler.resample(part, for: window, over: .black)
    }
}
