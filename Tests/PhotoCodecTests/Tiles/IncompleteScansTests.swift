import Imaging
import PhotoCodec
import Testing

/// Progressive files that end before their last scans, too large to be decoded whole.
@Suite struct IncompleteScansTests {
    private static func open(_ bytes: [UInt8]) throws -> any ImageSource {
        var means = TiledPhotos.means
        means.smoothedBytes = 0
        return try ImageDecoder.open(PhotoBytes(bytes), within: means)
    }

    /// Up to each scan's header: what the scans before it bring is there.
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
            #expect(photo.status.damage?.reason == "Premature end of JPEG file")
            #expect((photo.status.figures?.tilesMade ?? 0) > 0)
            let difference = zip(raster.pixels, whole.pixels).reduce(0) {
                $0 + abs(Int($1.0) - Int($1.1))
            }
            distances.append(Double(difference) / Double(whole.pixels.count))
        }
        #expect(distances.count > 3)
        // The first scan has the means, each of the others more; with the last but one little is missing.
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
