import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// TIFFs whose transparency is a directory of its own.
@Suite struct TIFFMaskTests {
    private static let size = PixelSize(width: 75, height: 53)

    private static func colour(_ x: Int, _ y: Int, _ channel: Int) -> UInt64 {
        UInt64((x * 3 + y * 5 + channel * 70) & 255)
    }

    private static func isOpaque(_ x: Int, _ y: Int) -> Bool { y >= 13 && x + y < 90 }

    /// A mask of one bit, or of eight.
    private static func mask(
        bits: Int = 1, _ change: (inout TIFFWriter) -> Void = { _ in }
    ) -> TIFFWriter.Picture {
        var writer = TIFFWriter(size: size, bits: bits, samples: 1, photometric: 4, kind: 4)
        change(&writer)
        let most: UInt64 = bits == 1 ? 1 : 255
        return (writer, { x, y, _ in isOpaque(x, y) ? most : 0 })
    }

    private static func open(
        _ pictures: [TIFFWriter.Picture], isTiled: Bool = false
    ) throws -> any ImageSource {
        try ImageDecoder.open(
            PhotoBytes(TIFFWriter.file(pictures)),
            within: isTiled ? Opening.tiledMeans : Opening.means)
    }

    private static let right = Raster(
        size: size,
        pixels: (0..<size.height).flatMap { y in
            (0..<size.width).flatMap { x in
                (0..<3).map { UInt8(colour(x, y, $0)) } + [isOpaque(x, y) ? 255 : 0]
            }
        }, isOpaque: false)

    /// Ways to store a picture and its mask.
    private static let layouts: [@Sendable (inout TIFFWriter) -> Void] = [
        { _ in }, { $0.rowsPerStrip = 7 }, { ($0.rowsPerStrip, $0.isPacked) = (8, true) },
        { $0.tile = PixelSize(width: 32, height: 16) },
        { ($0.tile, $0.isPacked) = (PixelSize(width: 32, height: 16), true) },
    ]

    @Test(arguments: layouts.indices, layouts.indices)
    func whatAMaskLeavesOutIsTransparent(layout: Int, ofMask: Int) throws {
        var writer = TIFFWriter(size: Self.size)
        Self.layouts[layout](&writer)
        let pictures = [(writer, Self.colour), Self.mask(Self.layouts[ofMask])]
        for isTiled in [false, true] {
            let photo = try Self.open(pictures, isTiled: isTiled)
            #expect(photo.pages.count == 1)
            #expect(try photo.whole() == Self.right)
            let area = PixelRect(x: 31, y: 9, width: 40, height: 30)
            #expect(
                try photo.pixels(of: area, reducedBy: .none).raster == Self.right.cropped(to: area))
            #expect(photo.status.damage == nil)
        }
    }

    @Test func aMaskOf8BitsIsTransparencyToo() throws {
        let photo = try Self.open([(TIFFWriter(size: Self.size), Self.colour), Self.mask(bits: 8)])
        #expect(try photo.whole() == Self.right)
    }

    /// Of another size, in front of any picture, and of a kind that is not read.
    @Test func aMaskThatFitsNoPictureIsPassedOver() throws {
        let picture = (TIFFWriter(size: Self.size), Self.colour)
        let opaque = try Self.open([picture]).whole()
        let other = Self.mask { $0.size = PixelSize(width: 74, height: 53) }
        let deep = Self.mask { ($0.samples, $0.photometric) = (1, 9) }
        for pictures in [[picture, other], [Self.mask(), picture], [picture, deep]] {
            #expect(try Self.open(pictures).whole() == opaque)
        }
    }

    /// A smaller copy without a mask does not stand for a picture with one.
    @Test func reductionsAreTransparentWhereThePictureIs() throws {
        let half = TIFFWriter(size: PixelSize(width: 37, height: 26), kind: 1)
        let photo = try Self.open([
            (TIFFWriter(size: Self.size), Self.colour), Self.mask(), (half, { _, _, _ in 9 }),
        ])
        let reduced = try photo.whole(reducedBy: .half)
        #expect(reduced.pixel(0, 0)[3] == 0 && reduced.pixel(0, 20)[3] == 255)
        #expect(reduced.pixel(0, 20)[0] != 9)
    }

    @Test func pagesHaveMasksOfTheirOwn() throws {
        let picture = (TIFFWriter(size: Self.size), Self.colour)
        let photo = try Self.open([picture, Self.mask(), picture])
        #expect(photo.pages.count == 2)
        #expect(try photo.page(0).whole() == Self.right)
        #expect(try photo.page(1).whole().isOpaque)
    }
}
