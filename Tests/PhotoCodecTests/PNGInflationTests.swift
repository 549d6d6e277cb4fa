import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// Pixels inflated on another core equal those that libpng inflates itself.
@Suite struct PNGInflationTests {
    // By igzip if it is installed, as in a worker.
    init() { ImageDecoder.loadLibraries(of: nil) }

    private static func names(_ folder: URL) -> [URL] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap {
            $0 as? String
        }
        return (paths ?? []).sorted().filter { $0.hasSuffix(".png") }.map {
            folder.appending(path: $0)
        }
    }

    @Test func everyFixtureGivesTheSameRows() throws {
        for place in Self.names(Folders.photos) {
            try expectSameRows([UInt8](try Data(contentsOf: place)), place.lastPathComponent)
        }
    }

    /// A file truncated anywhere gives the rows up to there.
    @Test func aFileThatIsCutGivesTheRowsItHas() throws {
        let place = Folders.photos.appending(path: "8-bit.png")
        let bytes = [UInt8](try Data(contentsOf: place))
        for count in stride(from: 40, to: bytes.count, by: 7) {
            let alone = try? PNGRowsRead.of(Array(bytes[..<count]), beside: false)
            let beside = try? PNGRowsRead.of(Array(bytes[..<count]), beside: true)
            #expect((alone == nil) == (beside == nil), "cut at \(count)")
            // libpng drops up to one request of its bytes; stored pixels are complete.
            #expect((beside?.count ?? 0) >= (alone?.count ?? 0), "cut at \(count)")
            #expect(beside?.isWhole == alone?.isWhole, "cut at \(count)")
        }
    }

    @Test(
        "P1: a bit that is wrong anywhere is a fault in both ways, or in neither",
        arguments: ["8-bit.png", "16-bit.png", "palette-trns.png"])
    func aBitThatIsWrongIsAFaultInBothWaysOrInNeither(name: String) throws {
        let place = Folders.photos.appending(path: name)
        let bytes = [UInt8](try Data(contentsOf: place))
        for offset in stride(from: 33, to: bytes.count, by: max(1, bytes.count / 300)) {
            var broken = bytes
            broken[offset] ^= 0x10
            let alone = try? PNGRowsRead.of(broken, beside: false)
            let beside = try? PNGRowsRead.of(broken, beside: true)
            #expect((alone == nil) == (beside == nil), "byte \(offset)")
            #expect(alone?.isWhole == beside?.isWhole, "byte \(offset)")
        }
    }

    @Test(.enabled(if: Folders.shared("corpora") != nil, "no corpora beside the checkout"))
    func everyPictureOfTheCorporaGivesTheSameRows() throws {
        let corpora = try #require(Folders.shared("corpora"))
        for folder in ["png-valid", "png-corrupt"] {
            for place in Self.names(corpora.appending(path: folder)) {
                let bytes = [UInt8](try Data(contentsOf: place))
                guard bytes.count < 1 << 20 else { continue }
                try expectSameRows(bytes, place.lastPathComponent, isValid: folder == "png-valid")
            }
        }
    }

    /// A fault in the last chunk is found where it is read.
    @Test(
        "P10: data after the last row are not all unpacked",
        arguments: [(surplus: 20, isWhole: false), (surplus: 200, isWhole: true)], [1, 2])
    func whatGoesOnBehindTheLastRowIsNotAllUnpacked(
        data: (surplus: Int, isWhole: Bool), channelBytes: Int
    ) throws {
        let bytes = PlainPNG.goingOn(for: data.surplus << 10, channelBytes: channelBytes)
        for beside in [false, true] {
            let rows = try #require(try PNGRowsRead.of(bytes, beside: beside))
            #expect(rows.isWhole == data.isWhole, "inflated beside: \(beside)")
            #expect(rows.pixels.prefix(4) == [7, 7, 7, 255])
        }
    }

    private func expectSameRows(
        _ bytes: [UInt8], _ name: String, isValid: Bool = true
    ) throws {
        let alone = try? PNGRowsRead.of(bytes, beside: false)
        let beside = try? PNGRowsRead.of(bytes, beside: true)
        #expect((alone == nil) == (beside == nil), "\(name)")
        guard let alone, let beside else { return }
        #expect(alone.isWhole == beside.isWhole, "\(name)")
        let isSame = alone == beside
        #expect(isSame || !isValid, "\(name)")
    }
}
