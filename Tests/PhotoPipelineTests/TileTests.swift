import Imaging
import TerminalProtocols
import TestSupport
import Testing

@testable import PhotoPipeline

/// A photo within a border, which is the terminal's background or a frame.
@Suite struct TileTests {
    private static let tile: PixelSize = "46x36"
    private static let photo = StripedPhoto.fewColours("40x30")
    private static let frame = RGBColour(red: 51, green: 102, blue: 204)
    /// Without a colour the background shows; it is black in the tests.
    private static let colours: [RGBColour?] = [nil, frame]

    private static func rendered(
        _ options: ImageOptions, mat: PixelSize = "3x3", _ colour: RGBColour?,
        size: PixelSize = tile,
        of photo: StripedPhoto = photo
    ) throws -> EncodedImage {
        let request = ImageRequest(
            TestPipeline.subject(0),
            window: .fitted(.matted(PictureMat(size: mat, colour: colour))), size: size,
            options: options)
        let all = try photo.pixels(of: PixelRect(photo.size), reducedBy: .none)
        return Renderer(stopwatch: Stopwatch { 0 }, png: PlainPNG.encode).render(request, of: all)
            .image
    }

    /// Returns the expected pixels: the unchanged photo, three pixels from each edge.
    private static func wished(_ colour: RGBColour?) -> Raster {
        let all = photo.part(PixelRect(photo.size))
        return Raster(tile) { x, y in
            guard (3..<43).contains(x), (3..<33).contains(y) else {
                return colour.map { ($0.red, $0.green, $0.blue) } ?? (0, 0, 0)
            }
            let place = ((y - 3) * 40 + x - 3) * 4
            return (all.pixels[place], all.pixels[place + 1], all.pixels[place + 2])
        }
    }

    /// With fewer colours than registers, sixels show the frame's exact colour.
    @Test(arguments: colours) func sixelsShowPhotoAndMat(colour: RGBColour?) throws {
        let shown = try SixelReader(Self.rendered(.sixel, colour).bytes).raster
        let wished = Self.wished(colour)
        for (x, y) in [(0, 0), (45, 0), (0, 35), (45, 35), (2, 18), (43, 18), (20, 2), (20, 33)] {
            let place = (y * 46 + x) * 4
            #expect(
                shown.pixels[place..<place + 3] == wished.pixels[place..<place + 3], "\(x), \(y)")
        }
        #expect(RasterDifference(shown, wished).mean < 6)
    }

    @Test(arguments: colours) func blocksShowPhotoAndMat(colour: RGBColour?) throws {
        let shown = try Self.rendered(.halfBlocks, colour).bytes.blocks(on: Self.tile)
        #expect(shown.pixels == Self.wished(colour).pixels)
    }

    /// The cells under the border are text, whose background is a frame that costs no picture.
    @Test func aTerminalThatStoresPicturesIsSentThePhotoAlone() throws {
        guard case .stored(_, let region, let target) = try Self.rendered(.kitty, nil) else {
            return #expect(Bool(false), "stored")
        }
        #expect(target == PixelRect(x: 3, y: 3, width: 40, height: 30))
        #expect(region.window.size == target.size)
    }

    @Test func aFrameThatIsNoTextIsAPartOfTheStoredPicture() throws {
        let image = try Self.rendered(.kitty, Self.frame)
        guard case .stored(_, let region, let target) = image else {
            return #expect(Bool(false), "stored")
        }
        #expect(target == PixelRect(Self.tile) && region.window == target)
        var kitty = KittyReader(cell: CellMetrics(width: 8, height: 16))
        try kitty.read(image.bytes)
        #expect(kitty.images.values.first?.pixels == Self.wished(Self.frame).pixels)
    }

    /// A border always leaves at least a pixel of the photo.
    @Test(
        arguments: [
            ("46x36", "3x3", "3,3 40x30"), ("46x36", "1x2", "1,2 44x32"), ("6x6", "3x3", "2,2 2x2"),
            ("5x20", "3x3", "2,3 1x14"), ("1x1", "3x3", "0,0 1x1"),
        ] as [(PixelSize, PixelSize, String)])
    func aMatLeavesRoomForThePhoto(size: PixelSize, mat: PixelSize, room: String) {
        let area = ImageFitting.matted(PictureMat(size: mat, colour: nil)).room(in: size)
        #expect("\(area.minX),\(area.minY) \(area.size.width)x\(area.size.height)" == room)
    }

    /// A wide photo and a high one leave no strip of the tile free.
    @Test(arguments: ["400x30", "30x400", "9x9"] as [PixelSize])
    func aPhotoOfAnyShapeFillsItsTile(photo: PixelSize) throws {
        let white = StripedPhoto.plain(photo)
        let shown = try Self.rendered(.halfBlocks, Self.frame, of: white).bytes.blocks(
            on: Self.tile)
        let inner = shown.cropped(to: PixelRect(x: 3, y: 3, width: 40, height: 30))
        #expect(inner.pixels.allSatisfy { $0 == 255 })
    }
}
