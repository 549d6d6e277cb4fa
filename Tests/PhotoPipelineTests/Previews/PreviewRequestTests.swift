import Imaging
import PhotoPipeline
import TestSupport
import Testing

/// What of a photo a small picture shows, and where.
@Suite struct PreviewRequestTests {
    @Test(
        arguments: [
            // photo, room, the middle of the photo that fills it
            ("64x48", "16x12", "0,0 64x48"), ("64x48", "12x12", "8,0 48x48"),
            ("64x48", "32x12", "0,12 64x24"), ("8x6", "16x12", "0,0 8x6"),
            ("1000x10", "20x10", "490,0 20x10"), ("10x1000", "10x20", "0,490 10x20"),
        ] as [(PixelSize, PixelSize, String)])
    func aCoverFillsItsRoomFromTheMiddleOfThePhoto(
        photo: PixelSize, room: PixelSize, middle: String
    ) async throws {
        let (raster, area) = try await Self.picture(of: photo, in: room, .cover)
        #expect(area == PixelRect(room))
        let wished = StripedPhoto(size: photo).part(Self.rect(middle)).resized(to: room)
        #expect(Self.difference(wished, raster) < 12)
    }

    @Test(
        arguments: [
            ("64x48", "16x16", PixelRect(x: 0, y: 2, width: 16, height: 12)),
            ("48x64", "32x16", PixelRect(x: 10, y: 0, width: 12, height: 16)),
            ("8x6", "32x16", PixelRect(x: 12, y: 5, width: 8, height: 6)),
            ("500x40", "20x10", PixelRect(x: 0, y: 4, width: 20, height: 2)),
        ] as [(PixelSize, PixelSize, PixelRect)])
    func aWholePhotoLiesInTheMiddleOfItsRoom(
        photo: PixelSize, room: PixelSize, wished: PixelRect
    ) async throws {
        let (raster, area) = try await Self.picture(of: photo, in: room, .whole)
        #expect(area == wished && raster.size == wished.size)
        let small = StripedPhoto(size: photo).part(PixelRect(photo)).resized(to: wished.size)
        #expect(Self.difference(small, raster) < 12)
    }

    @Test(arguments: ["1x1", "1x30000", "30000x1", "7x5"] as [PixelSize])
    func aPhotoOfAnyShapeFillsAnyRoom(photo: PixelSize) async throws {
        for room in ["1x1", "160x6", "3x200"] as [PixelSize] {
            for fitting in [PreviewFitting.cover, .whole] {
                let (raster, area) = try await Self.picture(of: photo, in: room, fitting)
                #expect(PixelRect(room).contains(area) && raster.size == area.size)
            }
        }
    }

    @Test func sixelsFillTheRoomAndLeaveTheRestInTheGround() async throws {
        let desk = PreviewDesk { _ in .success(StripedPhoto.fewColours("16x12")) }
        await desk.shelf.want([PreviewDesk.request(0, "32x18", .whole, .sixel)])
        let preview = try #require(await desk.answers(count: 1).first)
        guard case .string(let bytes) = preview.body else { throw Failure.body }
        let sixels = try SixelReader(bytes)
        #expect(sixels.raster.size == "32x18")
        #expect(
            sixels.raster.cropped(to: PixelRect(x: 0, y: 0, width: 8, height: 18)).pixels
                .allSatisfy { $0 == 0 || $0 == 255 })
    }

    @Test func blocksAreLinesThatMayStandAnywhere() async throws {
        let desk = PreviewDesk(photos: "64x48")
        await desk.shelf.want([PreviewDesk.request(0, "16x12", .cover, .halfBlocks)])
        let preview = try #require(await desk.answers(count: 1).first)
        guard case .rows(let rows) = preview.body else { throw Failure.body }
        #expect(rows.count == 6)
        var terminal = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 16, rows: 7))
        // Lowest first: a line takes no colour over from the one before.
        for (row, bytes) in rows.enumerated().reversed() {
            _ = terminal.feed(Array("\u{1B}[\(row + 1);1H".utf8) + bytes + Array("\u{1B}[m".utf8))
        }
        #expect(terminal.faults.isEmpty)
        let wished = StripedPhoto(size: "64x48").part(PixelRect("64x48")).resized(to: "16x12")
        #expect(Self.difference(wished, terminal.blocks) < 12)
    }

    /// Of red and green, which change slowly: the mean of blue's stripes depends on the way of scaling.
    private static func difference(_ one: Raster, _ other: Raster) -> Double {
        RasterDifference(one, other).means.prefix(2).max() ?? 255
    }

    private enum Failure: Error { case body }

    /// The pixels a kitty terminal is sent, and the part of the room they fill.
    private static func picture(
        of photo: PixelSize, in room: PixelSize, _ fitting: PreviewFitting
    ) async throws -> (Raster, PixelRect) {
        let desk = PreviewDesk(photos: photo)
        await desk.shelf.want([PreviewDesk.request(0, room, fitting)])
        let preview = try #require(await desk.answers(count: 1).first)
        guard case .file(let pixels, let area) = preview.body else { throw Failure.body }
        return (Raster(size: area.size, pixels: pixels), area)
    }

    private static func rect(_ text: String) -> PixelRect {
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        return PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
