import Imaging
import JPEGTiling
import TestSupport
import Testing

@testable import PhotoCodec

/// A small area of a photo that may be decoded whole is decoded without the rest: the same pixels.
@Suite struct JPEGAreasTests {
    static let names = StripTests.names
    static let reductions: [Reduction] = [.none, .half, .quarter]

    @Test(arguments: names, Orientation.allCases)
    func anyAreaEqualsThatOfTheWhole(name: String, orientation: Orientation) throws {
        let bytes = TiledPhotos.turned(try TiledPhotos.bytes(name), orientation)
        let photo = try PhotoInAreas(bytes)
        var numbers = SeededNumbers(seed: UInt64(orientation.rawValue))
        for reduction in Self.reductions {
            for _ in 0..<6 {
                let area = numbers.area(on: photo.whole.size.reduced(by: reduction))
                let some = try photo.file.pixels(of: area, reducedBy: reduction)
                let same = try photo.whole.pixels(of: area, reducedBy: reduction)
                #expect(some.raster == same.raster, "\(area) reduced by \(reduction)")
            }
        }
    }

    @Test(arguments: names)
    func aSmallAreaIsMadeWithoutTheRest(name: String) throws {
        let photo = try PhotoInAreas(try TiledPhotos.bytes(name))
        for reduction in Self.reductions {
            #expect(photo.areas?.part(of: photo.corner, reducedBy: reduction) != nil)
        }
    }

    @Test func aLargeAreaIsCutFromTheWhole() throws {
        let photo = try PhotoInAreas(try TiledPhotos.bytes("420.jpg"))
        #expect(photo.areas?.part(of: PixelRect(photo.whole.size), reducedBy: .none) == nil)
    }

    /// At 1/8 all cores decode the whole just as fast.
    @Test func atAnEighthTheWholeIsDecoded() throws {
        let photo = try PhotoInAreas(try TiledPhotos.bytes("420.jpg"))
        #expect(photo.areas?.part(of: photo.corner, reducedBy: .eighth) == nil)
    }

    @Test func tilesAreForgottenOnceTheWholeIsThere() throws {
        let photo = try PhotoInAreas(try TiledPhotos.bytes("420.jpg"))
        photo.areas?.close()
        #expect(photo.areas?.part(of: photo.corner, reducedBy: .none) == nil)
    }

    @Test(arguments: ["progressive-420.jpg", "three-scans.jpg"])
    func severalScansAreLeftAlone(name: String) throws {
        #expect(try PhotoInAreas(try TiledPhotos.bytes(name)).areas == nil)
    }

    @Test func aSmallPhotoIsLeftAlone() throws {
        let bytes = try TiledPhotos.bytes("420.jpg")
        #expect(try PhotoInAreas(bytes, areaPixels: 1 << 21).areas == nil)
    }

    /// A segment of unknown kind before the scan, about which decoders warn.
    @Test func anUnusualHeaderIsLeftAlone() throws {
        let bytes = try TiledPhotos.bytes("420.jpg")
        let segment: [UInt8] = [0xFF, 0xF0, 0, 3, 0]
        #expect(try PhotoInAreas(bytes[..<2] + segment + bytes[2...]).areas == nil)
    }

    @Test(arguments: names)
    func aPixelIsThatOfTheWhole(name: String) throws {
        let photo = try PhotoInAreas(try TiledPhotos.bytes(name))
        var numbers = SeededNumbers(seed: 8)
        for _ in 0..<20 {
            let point = numbers.area(on: photo.whole.size).origin
            let sample = try photo.file.sample(at: point)
            #expect(try sample == photo.whole.sample(at: point), "\(point)")
        }
    }

    /// All bits exist: libjpeg treats following rows as later ones.
    @Test(arguments: ["restart-1-row.jpg", "restart-3-units.jpg"])
    func aRestartOfAnotherNumberIsToldAsOfTheWhole(name: String) throws {
        var bytes = try TiledPhotos.bytes(name)
        let first = try #require(
            bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD0 })
        bytes[first + 1] = 0xD1
        let photo = try PhotoInAreas(bytes)
        let some = try photo.file.pixels(of: photo.corner, reducedBy: .none)
        let same = try photo.whole.pixels(of: photo.corner, reducedBy: .none)
        #expect(some.raster == same.raster)
        #expect(photo.whole.status.damage != nil)
        #expect(photo.file.status.damage == photo.whole.status.damage)
    }

    /// Damage anywhere in the file is reported with the first area, whose pixels equal those of the
    /// whole.
    @Test(arguments: ["420.jpg", "gray.jpg", "restart-1-row.jpg", "restart-3-units.jpg"])
    func damageIsToldAsOfTheWhole(name: String) throws {
        var numbers = SeededNumbers(seed: 24)
        let intact = try TiledPhotos.bytes(name)
        var found = 0
        for _ in 0..<60 {
            var bytes = intact
            let place = Int.random(in: (bytes.count / 8)..<bytes.count, using: &numbers)
            bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            guard let photo = try? PhotoInAreas(bytes) else { continue }
            let some = try? photo.file.pixels(of: photo.corner, reducedBy: .none)
            let same = try? photo.whole.pixels(of: photo.corner, reducedBy: .none)
            #expect(some?.raster == same?.raster, "byte \(place)")
            #expect(photo.file.status.damage == photo.whole.status.damage, "byte \(place)")
            found += photo.whole.status.damage == nil ? 0 : 1
        }
        #expect(found > 0)
    }
}

/// A photo whose areas are decoded separately, however small it is, and the same decoded whole.
private struct PhotoInAreas {
    /// An eighth of the width and height of the smallest of these photos at 1/4.
    let corner = PixelRect(x: 0, y: 0, width: 5, height: 5)
    let file: any ImageSource
    let whole: any ImageSource
    let areas: JPEGAreas?

    init(_ bytes: [UInt8], areaPixels: Int = 0) throws {
        var means = DecodingOptions(tileBytes: 40_000, tileSide: 32)
        means.areaPixels = areaPixels
        let photo = PhotoBytes(bytes)
        let header = try photo.withUnsafeBytes { try JPEGHeader($0) }
        let jpeg = JPEGDecoder(bytes: photo, header: header)
        areas =
            PixelAccess(to: jpeg, within: means) == .wholeOrAreas
            ? JPEGAreas(of: jpeg, within: means) : nil
        file = try ImageDecoder.open(photo, within: means)
        means.areaPixels = .max
        whole = try ImageDecoder.open(photo, within: means)
    }
}
