import Imaging
import PhotoCodec
import Testing

@Suite struct SharedPhotoTests {
    @Test func manyMayAskAtOnce() async throws {
        let photo = try Opening.fixture("exif-6.jpg")
        let expected = try Opening.fixture("exif-6.jpg").whole()
        await withTaskGroup(of: Bool.self) { tasks in
            for row in 0..<32 {
                tasks.addTask {
                    let area = PixelRect(x: 0, y: row, width: 48, height: 1)
                    let part = try? photo.pixels(of: area, reducedBy: .none)
                    return part?.raster.pixel(9, 0) == expected.pixel(9, row)
                }
            }
            for await isRight in tasks { #expect(isRight) }
        }
    }

    @Test func aPartCarriesWhereItLies() throws {
        let photo = try Opening.fixture("8-bit.png")
        let area = PixelRect(x: 3, y: 2, width: 5, height: 4)
        let part = try photo.pixels(of: area, reducedBy: .quarter)
        #expect(part.photo == PixelSize(width: 48, height: 32))
        #expect(part.reduction == .quarter)
        #expect(part.area == area)
        #expect(part.raster.pixel(2, 1) == (try photo.whole(reducedBy: .quarter).pixel(5, 3)))
    }
}
