import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// JPEGs that are turned in their files.
@Suite struct LosslessTurnTests {
    private static let jpegtran = "/usr/bin/jpegtran"
    private static let hasJpegtran = FileManager.default.isExecutableFile(atPath: jpegtran)

    private static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Folders.photos.appending(path: name + ".jpg")))
    }

    private static func turned(
        _ bytes: [UInt8], _ orientation: Orientation, _ way: LosslessTurn.Method = .coefficients
    ) throws -> [UInt8]? {
        try LosslessTurn.bytes(of: PhotoBytes(bytes), turned: orientation, by: way)
    }

    private static let operations: [(Orientation, [String])] = [
        (.turnedRight, ["-rotate", "90"]), (.turnedAround, ["-rotate", "180"]),
        (.turnedLeft, ["-rotate", "270"]), (.mirrored, ["-flip", "horizontal"]),
        (.flipped, ["-flip", "vertical"]), (.transposed, ["-transpose"]),
        (.transversed, ["-transverse"]),
    ]

    @Test(
        .enabled(if: hasJpegtran, "no jpegtran"),
        arguments: ["baseline", "progressive", "gray", "subsampled", "cmyk-adobe"], operations)
    func theBytesAreThoseOfJpegtran(
        name: String, operation: (orientation: Orientation, words: [String])
    ) throws {
        let scans = name == "progressive" ? ["-progressive"] : []
        var start = ProgramStart(
            Self.jpegtran,
            ["-copy", "all", "-perfect"] + operation.words + scans
                + [Folders.photos.appending(path: name + ".jpg").path])
        start.input = .nowhere
        let run = try ProgramRun(start)
        #expect(run.status == .code(0), "\(run.errors)")
        #expect(try Self.turned(try Self.bytes(name), operation.orientation) == run.output)
    }

    /// The picture as it is shown, with any turn that its file has.
    private static func pixels(_ bytes: [UInt8]) throws -> Raster {
        try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means).whole()
    }

    @Test(
        arguments: ["exif-1", "exif-3", "exif-5", "exif-6", "exif-8"],
        [Orientation.turnedRight, .mirrored])
    func itIsShownTurnedByEitherWay(name: String, orientation: Orientation) throws {
        let bytes = try Self.bytes(name)
        let wanted = orientation.upright(try Self.pixels(bytes))
        for way in [LosslessTurn.Method.coefficients, .orientation] {
            let turned = try #require(try Self.turned(bytes, orientation, way))
            let shown = try Self.pixels(turned)
            #expect(shown.size == wanted.size)
            let difference = zip(shown.pixels, wanted.pixels).map { abs(Int($0) - Int($1)) }.max()
            // The transform of a turned block is rounded in another order.
            #expect((difference ?? 255) <= (way == .orientation ? 0 : 4))
            let facts = try ImageDecoder.facts(in: PhotoBytes(turned), within: Opening.means)
            let text = facts.first { $0.name == "Orientation" }?.value
            #expect(way == .orientation || text == "Horizontal (normal)")
        }
    }

    @Test func fourQuarterTurnsGiveTheFileBack() throws {
        let bytes = try Self.bytes("subsampled")
        var turned = bytes
        for _ in 0..<4 { turned = try #require(try Self.turned(turned, .turnedRight)) }
        #expect(turned == (try #require(try Self.turned(bytes, .asStored))))
    }

    /// The same picture without its last row, which leaves its last blocks incomplete.
    private static func shorter(_ bytes: [UInt8]) throws -> [UInt8] {
        var bytes = bytes
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes[frame + 6] -= 1
        return bytes
    }

    @Test func aPictureWithoutWholeBlocksIsTurnedByItsOrientationOnly() throws {
        let bytes = try Self.shorter(try Self.bytes("baseline"))
        #expect(try Self.turned(bytes, .turnedRight) == nil)
        let marked = try #require(try Self.turned(bytes, .turnedRight, .orientation))
        #expect(marked.count == bytes.count + 36)
        #expect(try Self.pixels(marked) == Orientation.turnedRight.upright(try Self.pixels(bytes)))
        let back = try #require(try Self.turned(marked, .turnedLeft, .orientation))
        #expect(try Self.pixels(back) == (try Self.pixels(bytes)))
    }

    @Test func aFileWithMoreBehindItsPictureKeepsItsPixelsWhereTheyAre() throws {
        let bytes = try Self.bytes("baseline") + Array("a film".utf8)
        #expect(try Self.turned(bytes, .turnedRight) == nil)
        let marked = try #require(try Self.turned(bytes, .turnedRight, .orientation))
        #expect(marked.suffix(6) == Array("a film".utf8)[...])
    }

    @Test(arguments: [LosslessTurn.Method.coefficients, .orientation])
    func anotherKindOfFileIsNotTurned(way: LosslessTurn.Method) throws {
        let bytes = Array(try Data(contentsOf: Folders.photos.appending(path: "8-bit.png")))
        #expect(throws: DecodingFailure.self) { _ = try Self.turned(bytes, .turnedRight, way) }
    }

    @Test func aDamagedFileIsNotTurned() throws {
        let bytes = Array(try Self.bytes("baseline").dropLast(60)) + [0xFF, 0xD9]
        #expect(throws: DecodingFailure.self) { _ = try Self.turned(bytes, .turnedRight) }
    }

    @Test func oneTurnAfterAnotherIsOne() {
        for first in Orientation.allCases {
            for second in Orientation.allCases {
                let raster = TestPictures.gradient(PixelSize(width: 3, height: 2))
                #expect(
                    first.followed(by: second).upright(raster)
                        == second.upright(first.upright(raster)))
            }
        }
    }
}
