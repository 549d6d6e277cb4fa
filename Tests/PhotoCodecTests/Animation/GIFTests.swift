import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// GIFs of all kinds, and damaged animations of all formats.
@Suite struct GIFTests {
    private static let gray: [UInt8] = (0..<256).flatMap { [UInt8($0), UInt8($0), UInt8($0)] }

    private static func gif(
        _ size: PixelSize, _ indices: [UInt8], codeBits: Int = 8, isInterlaced: Bool = false,
        clears: Bool = true
    ) throws -> any ImageSource {
        let file =
            GIFWriter.head(size, palette: gray)
            + GIFWriter.picture(
                PixelRect(size), indices, codeBits: codeBits, isInterlaced: isInterlaced,
                clears: clears) + [0x3B]
        return try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
    }

    /// Returns the reds of a picture, which are its indices.
    private static func indices(of photo: any ImageSource) throws -> [UInt8] {
        let pixels = try photo.whole().pixels
        return stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }
    }

    @Test(arguments: [1, 2, 4, 8], [true, false])
    func packedPixelsComeBack(codeBits: Int, clears: Bool) throws {
        let size = PixelSize(width: 211, height: 97)
        var random = SeededNumbers(seed: UInt64(codeBits))
        let most = UInt8((1 << codeBits) - 1)
        let noise = (0..<(size.width * size.height)).map { _ in
            UInt8.random(in: 0...most, using: &random)
        }
        let plain = [UInt8](repeating: most, count: noise.count)
        let ramp = (0..<noise.count).map { UInt8($0 / 7 & Int(most)) }
        for pixels in [noise, plain, ramp] {
            let photo = try Self.gif(size, pixels, codeBits: codeBits, clears: clears)
            #expect(try Self.indices(of: photo) == pixels)
            #expect(photo.status.damage == nil)
        }
    }

    @Test(arguments: 1...17)
    func interlacedRowsAreSorted(height: Int) throws {
        // The file has them in four passes (GIF89a, appendix E).
        let order = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap {
            Array(stride(from: $0.0, to: height, by: $0.1))
        }
        let size = PixelSize(width: 3, height: height)
        let photo = try Self.gif(size, order.flatMap { [UInt8($0), 7, 9] }, isInterlaced: true)
        #expect(try Self.indices(of: photo) == (0..<height).flatMap { [UInt8($0), 7, 9] })
    }

    /// Some files give no canvas size, or too small a one; Pillow and browsers enlarge it.
    @Test(arguments: [("0x0", "5x4"), ("2x9", "5x9"), ("5x4", "5x4"), ("8x8", "8x8")])
    func theCanvasHoldsTheFirstFrame(screen: PixelSize, canvas: PixelSize) throws {
        let area = PixelRect(x: 1, y: 2, width: 4, height: 2)
        let file =
            GIFWriter.head(screen, palette: Self.gray)
            + GIFWriter.picture(area, Array(repeating: 3, count: 8), codeBits: 8) + [0x3B]
        let photo = try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
        #expect(photo.size == canvas)
        #expect(try photo.whole().pixel(1, 2) == [3, 3, 3, 255])
        #expect(try photo.whole().pixel(0, 0)[3] == 0)
    }

    @Test func aLaterFrameThatSticksOutIsCut() throws {
        let size = PixelSize(width: 3, height: 2)
        let large = PixelRect(x: 2, y: 1, width: 9, height: 9)
        let file =
            GIFWriter.head(size, palette: Self.gray)
            + GIFWriter.picture(PixelRect(size), Array(repeating: 5, count: 6), codeBits: 8)
            + GIFWriter.picture(large, Array(repeating: 7, count: 81), codeBits: 8) + [0x3B]
        let photo = try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
        #expect(try Self.indices(of: photo.page(1)) == [5, 5, 5, 5, 5, 7])
    }

    @Test func aPictureWithoutColoursIsGray() throws {
        let size = PixelSize(width: 2, height: 1)
        let file =
            GIFWriter.head(size, palette: [])
            + GIFWriter.picture(PixelRect(size), [10, 200], codeBits: 8) + [0x3B]
        let photo = try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
        #expect(try Self.indices(of: photo) == [10, 200])
    }

    /// A file may claim more frames than can be shown.
    @Test func framesAreCounted() throws {
        let size = PixelSize(width: 1, height: 1)
        let frame = GIFWriter.picture(PixelRect(size), [1], codeBits: 2)
        let file =
            GIFWriter.head(size, palette: Self.gray)
            + Array(repeatElement(frame, count: DecodingLimits.animationFrames + 5).joined())
        let photo = try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
        #expect(photo.pages.count == DecodingLimits.animationFrames)
        #expect(try photo.page(photo.pages.count - 1).whole().pixel(0, 0) == [1, 1, 1, 255])
    }

    private static let damagedSize = PixelSize(width: 24, height: 10)

    private static func animation(_ format: PaintedAnimation.Format) -> [UInt8] {
        let rows = { (letter: Character) in
            Array(repeating: String(repeating: letter, count: 24), count: 10).joined(
                separator: "\n")
        }
        return PaintedAnimation(
            size: damagedSize,
            frames: [.init(rows("R")), .init(rows("G"), .clear), .init("BB\nBB", x: 2, y: 2)]
        ).file(format)
    }

    /// Returns the number of frames if the file was opened.
    @discardableResult
    private static func tryAll(_ bytes: [UInt8]) -> Int? {
        do {
            let photo = try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means)
            guard photo.size.area ?? .max < 1 << 20 else { return nil }
            for number in 0..<photo.pages.count {
                let raster = try photo.page(number).whole()
                #expect(raster.size == photo.size)
            }
            return photo.pages.count
        } catch {
            #expect(error is DecodingFailure)
            return nil
        }
    }

    @Test(
        "P1: an animation cut off anywhere is shown as far as it goes, or refused",
        arguments: PaintedAnimation.Format.allCases)
    func cutOff(format: PaintedAnimation.Format) throws {
        let file = Self.animation(format)
        #expect(Self.tryAll(file) == 3)
        for count in 1..<file.count { Self.tryAll(Array(file[..<count])) }
    }

    @Test(
        "P1: an animation with any wrong byte is shown, or refused",
        arguments: PaintedAnimation.Format.allCases)
    func wrongBytes(format: PaintedAnimation.Format) throws {
        let file = Self.animation(format)
        for place in file.indices {
            for flip in FullMatrix.ways([0x01, 0x80, 0xFF] as [UInt8], at: place) {
                var wrong = file
                wrong[place] ^= flip
                Self.tryAll(wrong)
            }
        }
    }

    @Test("P15: a damaged frame is skipped, and the others play")
    func damagedFrame() throws {
        let size = PixelSize(width: 2, height: 1)
        let frame = { (index: UInt8) in
            GIFWriter.picture(PixelRect(size), [index, index], codeBits: 8)
        }
        var damaged = frame(99)
        // The size of its codes, which has no more than 8 bits.
        damaged[10] = 200
        let file =
            GIFWriter.head(size, palette: Self.gray) + frame(10) + damaged + frame(30) + [0x3B]
        let photo = try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
        #expect(photo.pages.count == 3)
        let seen = try (0..<3).map { try photo.page($0).whole().pixel(0, 0)[0] }
        #expect(seen == [10, 10, 30])
        #expect(photo.status.damage != nil)
    }

    @Test func whatIsMissingOfAFrameIsTransparentAndCalledDamaged() throws {
        let size = PixelSize(width: 60, height: 50)
        let pixels = (0..<3000).map { UInt8($0 * 7 & 255) }
        let file =
            GIFWriter.head(size, palette: Self.gray)
            + GIFWriter.picture(PixelRect(size), pixels, codeBits: 8)
        let photo = try ImageDecoder.open(
            PhotoBytes(Array(file.dropLast(300))), within: Opening.means)
        let raster = try photo.whole()
        #expect(
            raster.pixel(10, 3) == [UInt8](repeating: pixels[190], count: 3).map(Int.init) + [255])
        #expect(raster.pixel(59, 49)[3] == 0)
        #expect(photo.status.damage != nil)
    }

    @Test("P8: impossible canvases are refused from the header alone")
    func tooLarge() throws {
        let size = PixelSize(width: 65_535, height: 65_535)
        let gif =
            GIFWriter.head(size, palette: Self.gray)
            + GIFWriter.picture(PixelRect(x: 0, y: 0, width: 1, height: 1), [1], codeBits: 8)
        let large = PixelSize(width: 16_383, height: 16_383)
        for (file, size) in [(gif, size), (PaintedAnimation.still(large, "R"), large)] {
            #expect(throws: DecodingFailure.tooLarge(size)) {
                try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
            }
        }
    }
}
