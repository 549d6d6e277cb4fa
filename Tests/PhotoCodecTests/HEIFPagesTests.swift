import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// HEICs and AVIFs of several pictures, made of a small AVIF by editing its boxes.
@Suite(.enabled(if: !CodecLibrary.heif.version.isEmpty)) struct HEIFPagesTests {
    private static func open(
        _ items: [AVIFTile.Item], main: Int = 1, references: [AVIFTile.Reference] = []
    ) throws -> any ImageSource {
        let tile = try AVIFTile(Folders.photos.appending(path: "ramp.avif"))
        return try ImageDecoder.open(
            PhotoBytes(tile.file(of: items, main: main, references)), within: Opening.means)
    }

    private static let upright: PixelSize = "96x64"
    private static let turned: PixelSize = "64x96"

    @Test func eachPictureIsAPage() throws {
        let photo = try Self.open([.init(1), .init(2, isTurned: true), .init(7)])
        #expect(photo.pages.sizes == [Self.upright, Self.turned, Self.upright])
        let own = try Opening.fixture("ramp.avif").whole()
        #expect(try photo.whole() == own)
        let second = photo.page(1)
        #expect(second.size == Self.turned)
        // libheif, which rotates the second picture, repeats its chroma instead of interpolating it.
        #expect(areNear(try second.whole().pixel(10, 20), own.pixel(95 - 20, 10), within: 3))
        #expect(second.status.damage == nil)
    }

    @Test func theMainPictureIsTheFirstPage() throws {
        let photo = try Self.open([.init(1), .init(2, isTurned: true), .init(3)], main: 2)
        #expect(photo.pages.sizes == [Self.turned, Self.upright, Self.upright])
    }

    @Test(arguments: [
        ("a thumbnail", AVIFTile.Reference("thmb", from: 2, to: [1])),
        ("an auxiliary picture", AVIFTile.Reference("auxl", from: 5, to: [1])),
        ("a part of another picture", AVIFTile.Reference("dimg", from: 3, to: [2])),
    ])
    func whatBelongsToAPictureIsNotAPage(row: (name: String, reference: AVIFTile.Reference)) throws
    {
        let items: [AVIFTile.Item] = [
            .init(1), .init(2), .init(5, property: AVIFTile.purpose("urn:mpeg:hevc:2015:auxid:2")),
        ]
        let photo = try Self.open(items, references: [row.reference])
        #expect(photo.pages.count == 2)
        #expect(try photo.page(1).whole().size == Self.upright)
    }

    @Test func aHiddenPictureIsNotAPage() throws {
        #expect(try Self.open([.init(1), .init(2, isHidden: true)]).pages == .one)
    }

    @Test func thePagesHaveALimit() throws {
        #expect(try Self.open((1...300).map { .init($0) }).pages.count == 256)
    }

    @Test func whatIsNotAPictureIsNotAPage() throws {
        let photo = try Self.open([.init(1), .init(2, kind: "abcd"), .init(3, kind: "mime")])
        #expect(photo.pages == .one)
        #expect(try photo.whole().size == Self.upright)
    }
}

extension AVIFTile {
    /// A picture that has the pixels of the tile, or data of its own.
    struct Item: Sendable {
        let number: Int
        let isTurned: Bool
        let isHidden: Bool
        /// A box of its own; empty if it has none.
        let property: [UInt8]
        let kind: String
        let data: [UInt8]

        init(
            _ number: Int, isTurned: Bool = false, isHidden: Bool = false,
            property: [UInt8] = [], kind: String = "av01", data: [UInt8] = []
        ) {
            (self.number, self.isTurned, self.kind) = (number, isTurned, kind)
            (self.isHidden, self.property, self.data) = (isHidden, property, data)
        }

        /// The numbers of its properties, after how many there are.
        fileprivate var properties: [UInt8] {
            if !property.isEmpty { return data.isEmpty ? [3, 1, 0x82, 4] : [2, 1, 4] }
            return isTurned ? [3, 1, 0x82, 0x83] : [2, 1, 0x82]
        }
    }

    struct Reference: Sendable {
        let kind: String
        let from: Int
        let to: [Int]

        init(_ kind: String, from: Int, to: [Int]) {
            (self.kind, self.from, self.to) = (kind, from, to)
        }

        fileprivate var box: [UInt8] {
            AVIFTile.box(
                kind,
                AVIFTile.number(from, 2) + AVIFTile.number(to.count, 2)
                    + to.flatMap { AVIFTile.number($0, 2) })
        }
    }

    /// The property of an auxiliary picture.
    static func purpose(_ name: String) -> [UInt8] {
        box("auxC", number(0, 4) + Array("\(name)\0".utf8))
    }

    /// Returns a file of pictures, each with the tile's pixels, and of data.
    func file(
        of items: [Item], main: Int, _ references: [Reference], brand: String = "avif"
    ) -> [UInt8] {
        let brands = Self.box(
            "ftyp", Array("avif".utf8) + Self.number(0, 4) + Array("mif1\(brand)".utf8))
        let start = brands.count + meta(of: items, main: main, references, at: 0).count + 8
        return brands + meta(of: items, main: main, references, at: start)
            + Self.box("mdat", coded + items.flatMap(\.data))
    }

    private func meta(
        of items: [Item], main: Int, _ references: [Reference], at start: Int
    ) -> [UInt8] {
        let handler = Self.box(
            "hdlr", Self.number(0, 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
        var next = start + coded.count
        let places = items.flatMap { item -> [UInt8] in
            let isTile = item.data.isEmpty
            defer { next += item.data.count }
            return Self.number(item.number, 2) + Self.number(0, 2) + Self.number(1, 2)
                + Self.number(isTile ? start : next, 4)
                + Self.number(isTile ? coded.count : item.data.count, 4)
        }
        let entries = items.flatMap {
            Self.entry($0.number, $0.kind, flags: $0.isHidden ? 1 : 0)
        }
        let count = Self.number(items.count, 2)
        return Self.box(
            "meta",
            Self.number(0, 4) + handler
                + Self.box("pitm", Self.number(0, 4) + Self.number(main, 2))
                + Self.box("iloc", Self.number(0, 4) + [0x44, 0] + count + places)
                + Self.box("iinf", Self.number(0, 4) + count + entries)
                + Self.box("iref", Self.number(0, 4) + references.flatMap(\.box))
                + Self.box("iprp", properties(of: items)))
    }

    private func properties(of items: [Item]) -> [UInt8] {
        let size = Self.box("ispe", Self.number(0, 4) + Self.number(96, 4) + Self.number(64, 4))
        let associations = items.flatMap { Self.number($0.number, 2) + $0.properties }
        let own = items.map(\.property).first { !$0.isEmpty } ?? []
        return Self.box("ipco", size + configuration + Self.box("irot", [1]) + own)
            + Self.box("ipma", Self.number(0, 4) + Self.number(items.count, 4) + associations)
    }
}
