import Imaging
import PhotoCodec
import TestSupport
import Testing

@Suite struct JPEGTilesTests {
    static let names = [
        "420.jpg", "444.jpg", "422.jpg", "440.jpg", "411.jpg", "gray.jpg", "rgb.jpg", "cmyk.jpg",
        "420-optimised.jpg", "restart-3-units.jpg", "restart-1-row.jpg", "flat.jpg",
        "progressive-420.jpg", "progressive-444.jpg", "progressive-gray.jpg",
        "progressive-cmyk.jpg", "three-scans.jpg",
    ]

    static let exact: [Reduction] = [.none, .half, .quarter, .eighth]

    /// Any areas, in any orientation, at TurboJPEG's reductions: identical pixels.
    @Test(arguments: names, Orientation.allCases)
    func anyAreaEqualsThatOfAFullDecode(name: String, orientation: Orientation) throws {
        let bytes = PhotoBytes(TiledPhotos.turned(try TiledPhotos.bytes(name), orientation))
        let tiled = try ImageDecoder.open(bytes, within: TiledPhotos.means)
        let plain = try ImageDecoder.open(bytes)
        #expect(tiled.size == plain.size)
        var numbers = SeededNumbers(seed: UInt64(orientation.rawValue))
        for reduction in Self.exact {
            for _ in 0..<6 {
                let area = numbers.area(on: tiled.size.reduced(by: reduction))
                let some = try tiled.pixels(of: area, reducedBy: reduction)
                let same = try plain.pixels(of: area, reducedBy: reduction)
                #expect(some.raster == same.raster, "\(area) reduced by \(reduction)")
            }
        }
        #expect(tiled.status.damage == nil)
        #expect((tiled.status.statistics?.tilesMade ?? 0) > 0)
    }

    /// Tiles have no seam: an area has the same pixels in any larger area.
    @Test(arguments: names, [Reduction.sixteenth, .thirtySecond])
    func anAreaOfWhatIsMuchReducedIsPartOfTheWhole(name: String, reduction: Reduction) throws {
        let bytes = PhotoBytes(try TiledPhotos.bytes(name))
        let photo = try ImageDecoder.open(bytes, within: TiledPhotos.means)
        let whole = try photo.pixels(
            of: PixelRect(photo.size.reduced(by: reduction)), reducedBy: reduction)
        var larger = TiledPhotos.means
        larger.tileSide = 1024
        let inOneTile = try ImageDecoder.open(bytes, within: larger)
        #expect(try inOneTile.whole(reducedBy: reduction) == whole.raster)
    }

    /// Made of the means of blocks: as bright as a full decode, with coarser colours.
    @Test(arguments: names, [Reduction.sixteenth, .thirtySecond])
    func whatIsMuchReducedIsNearAFullDecode(name: String, reduction: Reduction) throws {
        let bytes = PhotoBytes(try TiledPhotos.bytes(name))
        let some = try ImageDecoder.open(bytes, within: TiledPhotos.means).whole(
            reducedBy: reduction)
        let same = try ImageDecoder.open(bytes).whole(reducedBy: reduction)
        #expect(some.size == same.size)
        #expect(areNear(some.means, same.means, within: 4))
        let isGray = name.contains("gray")
        let differences = zip(some.pixels, same.pixels).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 0 <= (isGray ? 1 : 60))
        #expect(differences.reduce(0, +) / differences.count <= 4)
    }
}

/// Damaged files, decoded tile by tile: existing pixels are shown, missing ones are gray.
@Suite struct DamagedTilesTests {
    @Test(arguments: ["420.jpg", "444.jpg", "gray.jpg", "restart-1-row.jpg", "cmyk.jpg"])
    func showsWhatIsThereOfAFileThatIsCutOff(name: String) throws {
        let bytes = try TiledPhotos.bytes(name)
        let start = PhotoBytes(Array(bytes[..<(bytes.count * 6 / 10)]))
        let photo = try ImageDecoder.open(start, within: TiledPhotos.means)
        let raster = try photo.whole()
        #expect(photo.status.damage == .endsEarly)
        let whole = try ImageDecoder.open(PhotoBytes(bytes)).whole()
        let known = whole.size.height / 4
        #expect(
            raster.pixels.prefix(known * whole.size.width * 4)
                == whole.pixels.prefix(known * whole.size.width * 4))
        #expect(raster.pixel(0, whole.size.height - 1) == [128, 128, 128, 255])
        #expect(raster.isOpaque)
    }

    @Test func whatFollowsThePictureIsNotLookedAt() throws {
        let bytes = try TiledPhotos.bytes("420.jpg")
        let garbage = bytes + bytes + [0xFF, 0xD0, 0xFF, 0xFF]
        let photo = try ImageDecoder.open(PhotoBytes(garbage), within: TiledPhotos.means)
        #expect(try photo.whole() == ImageDecoder.open(PhotoBytes(bytes)).whole())
        #expect(photo.status.damage == nil)
    }

    /// Decoding resynchronises at every restart: damage spoils only the interval between two of
    /// them.
    @Test func goesOnBehindAStretchThatIsMissing() throws {
        let bytes = try TiledPhotos.bytes("restart-1-row.jpg")
        let restarts = bytes.indices.dropLast().filter {
            bytes[$0] == 0xFF && (0xD0...0xD7).contains(bytes[$0 + 1])
        }
        let hole = Array(bytes[...(restarts[2] + 20)] + bytes[restarts[3]...])
        let photo = try ImageDecoder.open(PhotoBytes(hole), within: TiledPhotos.means)
        let raster = try photo.whole()
        let whole = try ImageDecoder.open(PhotoBytes(bytes)).whole()
        #expect(photo.status.damage != nil)
        for row in [0, 40, 67, 100, 140] { #expect(raster.pixel(9, row) == whole.pixel(9, row)) }
        #expect(raster.pixel(200, 56) == [128, 128, 128, 255])
    }

    @Test(arguments: ["restart-3-units.jpg", "flat.jpg", "progressive-420.jpg", "three-scans.jpg"])
    func survivesEveryCut(name: String) throws {
        let bytes = try TiledPhotos.bytes(name)
        let cuts = FullMatrix.isAsked ? 300 : 100
        for count in stride(from: 1, to: bytes.count, by: max(1, bytes.count / cuts)) {
            Self.decodeIfPossible(Array(bytes[..<count]))
        }
    }

    @Test(arguments: ["restart-3-units.jpg", "420-optimised.jpg", "progressive-444.jpg"])
    func survivesWrongBytes(name: String) throws {
        let bytes = try TiledPhotos.bytes(name)
        var numbers = SeededNumbers(seed: 9)
        for round in 0..<(FullMatrix.isAsked ? 400 : 100) {
            var wrong = bytes
            let isInHeader = round % 2 == 0
            for _ in 0..<3 {
                let range = isInHeader ? 2..<700 : 600..<bytes.count
                let offset = Int.random(in: range, using: &numbers)
                wrong[offset] = UInt8.random(in: 0...255, using: &numbers)
            }
            Self.decodeIfPossible(wrong)
        }
    }

    private static func decodeIfPossible(_ bytes: [UInt8]) {
        do {
            let photo = try ImageDecoder.open(PhotoBytes(bytes), within: TiledPhotos.means)
            // A damaged header may claim more pixels than a test should decode.
            guard let area = photo.size.area, area < 4_000_000 else { return }
            for reduction in [Reduction.none, .eighth, .sixteenth] {
                let raster = try photo.whole(reducedBy: reduction)
                #expect(raster.size == photo.size.reduced(by: reduction))
            }
        } catch {
            #expect(error is DecodingFailure)
        }
    }
}

/// Progressive files that end before their last scans, too large to be decoded whole.
@Suite struct IncompleteScansTests {
    private static func open(_ bytes: [UInt8]) throws -> any ImageSource {
        var means = TiledPhotos.means
        means.smoothedBytes = 0
        return try ImageDecoder.open(PhotoBytes(bytes), within: means)
    }

    /// Returns the offset of each scan's header: a file cut there has all earlier scans.
    private static func cuts(_ bytes: [UInt8]) -> [Int] {
        bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    }

    @Test(arguments: ["progressive-420.jpg", "progressive-444.jpg", "progressive-gray.jpg"])
    func areShownAsFineAsTheirScansAre(name: String) throws {
        let bytes = try TiledPhotos.bytes(name)
        let whole = try ImageDecoder.open(PhotoBytes(bytes)).whole()
        var distances: [Double] = []
        for cut in Self.cuts(bytes).dropFirst() {
            let photo = try Self.open(Array(bytes[..<cut]))
            let raster = try photo.whole()
            #expect(photo.status.damage == .endsEarly)
            #expect((photo.status.statistics?.tilesMade ?? 0) > 0)
            let difference = zip(raster.pixels, whole.pixels).reduce(0) {
                $0 + abs(Int($1.0) - Int($1.1))
            }
            distances.append(Double(difference) / Double(whole.pixels.count))
        }
        #expect(distances.count > 3)
        // The first scan has the means, each of the others more; up to the last but one little is
        // missing.
        #expect(distances[0] < 20)
        #expect((distances.last ?? 99) < 6)
        #expect(distances == distances.sorted(by: >))
    }

    /// In the middle of a scan: the upper part is finer than the lower.
    @Test func areShownAsFarAsTheyGo() throws {
        let bytes = try TiledPhotos.bytes("progressive-420.jpg")
        for count in stride(from: Self.cuts(bytes)[0] + 40, to: bytes.count, by: 211) {
            let photo = try Self.open(Array(bytes[..<count]))
            #expect(try photo.whole().size == photo.size)
            #expect(photo.status.damage != nil)
        }
    }
}
