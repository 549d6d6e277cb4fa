import Foundation
import Imaging
import PhotoCodec
import Testing

@Suite struct JPEGTests {
    /// The corners of the picture that all of these show (see `OrientationOfFilesTests`).
    @Test(
        "P3: RGB and CMYK, of Adobe's kind and not, have their colours",
        arguments: [
            ("baseline.jpg", 6), ("progressive.jpg", 6), ("subsampled.jpg", 12),
            ("cmyk-adobe.jpg", 12), ("cmyk-plain.jpg", 12), ("not-really.tif", 6),
        ])
    func decodesColours(name: String, tolerance: Int) throws {
        let photo = try Opening.fixture(name)
        let raster = try photo.whole()
        #expect(raster.isOpaque)
        for corner in OrientationOfFilesTests.corners {
            let pixel = raster.pixel(corner.x, corner.y)
            #expect(areNear(pixel, corner.colour + [255], within: tolerance), "\(pixel)")
        }
        #expect(photo.status.damage == nil)
    }

    @Test func decodesGrays() throws {
        let raster = try Opening.fixture("gray.jpg").whole()
        #expect(raster.pixels.count == 48 * 32 * 4)
        // Red of 220, 30, 30 has the luma 87.
        #expect(areNear(raster.pixel(5, 5), [87, 87, 87, 255], within: 3))
    }

    @Test(arguments: Reduction.ofFiles.prefix(4))
    func reducesByItsOwnTransform(reduction: Reduction) throws {
        let photo = try Opening.fixture("truncated-progressive.jpg")
        let raster = try photo.whole(reducedBy: reduction)
        #expect(raster.size == PixelSize(width: 160, height: 120).reduced(by: reduction))
        let flat = try Opening.fixture("baseline.jpg").whole(reducedBy: reduction)
        let middle = 8 / reduction.rawValue
        #expect(areNear(flat.pixel(middle / 2, middle / 2), [220, 30, 30, 255], within: 6))
    }

    /// TurboJPEG calls the file wrong if it ends within a table between two scans.
    @Test func showsTheScansBeforeATableInWhichTheFileEnds() throws {
        let file = [UInt8](try Data(contentsOf: Folders.photos.appending(path: "progressive.jpg")))
        let scan = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xDA]) })
        let tables = file.indices.filter { $0 > scan && file[$0...].starts(with: [0xFF, 0xC4]) }
        #expect(tables.count > 3)
        for table in tables {
            for cut in [2, 3, 4, 5, 12, 20] {
                let bytes = PhotoBytes(Array(file[..<(table + cut)]))
                let photo = try ImageDecoder.open(bytes, within: Opening.means)
                #expect(try photo.whole().size == photo.size, "\(table) \(cut)")
                #expect(photo.status.damage == .endsEarly, "\(table) \(cut)")
            }
        }
    }

    @Test(arguments: [
        ("truncated.jpg", Damage.endsEarly), ("truncated-progressive.jpg", .endsEarly),
        ("claims-4000x2000.jpg", .tooLittleData),
    ])
    func showsWhatIsThereOfATruncatedFile(name: String, damage: Damage) throws {
        let photo = try Opening.fixture(name)
        #expect(photo.status.damage == nil)
        let raster = try photo.whole()
        #expect(raster.size == photo.size)
        #expect(photo.status.damage == damage)
        #expect(raster.pixel(20, 2) != raster.pixel(40, 2))
        #expect(raster.pixel(0, photo.size.height - 1)[3] == 255)
    }

    @Test(arguments: [
        ("claims-65500.jpg", DecodingFailure.tooLarge(PixelSize(width: 65500, height: 65500))),
        ("claims-65500-progressive.jpg", .tooLarge(PixelSize(width: 65500, height: 65500))),
        ("headers-only.jpg", .damaged(.endsEarly)),
    ])
    func refusesAtOnce(name: String, failure: DecodingFailure) {
        #expect(throws: failure) { try Opening.fixture(name) }
    }

    @Test("P9: a file made of many scans is refused")
    func refusesAFileMadeOfScans() throws {
        let photo = try Opening.fixture("too-many-scans.jpg")
        #expect(throws: DecodingFailure.damaged(.tooManyScans(limit: 100))) {
            try photo.whole()
        }
    }

    /// Every truncated file must end in pixels or in a failure.
    @Test func survivesEveryCut() throws {
        let place = Folders.photos.appending(path: "exif-6.jpg")
        let whole = [UInt8](try Data(contentsOf: place))
        for count in 1..<whole.count {
            Self.decodeIfPossible(PhotoBytes(Array(whole.prefix(count))))
        }
    }

    /// Every byte of the headers is set to its extremes.
    @Test func survivesEveryWrongByte() throws {
        let place = Folders.photos.appending(path: "exif-6.jpg")
        let whole = [UInt8](try Data(contentsOf: place))
        for offset in 2..<(whole.count / 2) {
            for value in [0x00, 0xFF, whole[offset] ^ 0x11] as [UInt8] {
                var bytes = whole
                bytes[offset] = value
                Self.decodeIfPossible(PhotoBytes(bytes))
            }
        }
    }

    static func decodeIfPossible(_ bytes: PhotoBytes) {
        do {
            let photo = try ImageDecoder.open(bytes)
            let raster = try photo.whole(reducedBy: .eighth)
            #expect(raster.size == photo.size.reduced(by: .eighth))
        } catch {
            #expect(error is DecodingFailure)
        }
    }
}
