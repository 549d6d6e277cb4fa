import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// Formats whose libraries need not be installed.
@Suite struct FurtherFormatsTests {
    private static let files = [
        (name: "ramp.heic", kind: FileKind.photo(.heif)), (name: "ramp.avif", kind: .photo(.heif)),
        (name: "ramp.jxl", kind: .photo(.jpegXL)),
    ]
    private static let damagedFiles = files + [(name: "frames.jxl", kind: .photo(.jpegXL))]

    private static func hasLibrary(for kind: FileKind) -> Bool {
        kind == .photo(.heif)
            ? !CodecLibrary.heif.version.isEmpty : !CodecLibrary.jxl.version.isEmpty
    }

    private static func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Folders.photos.appending(path: name)))
    }

    /// Red grows to the right, green downwards, and blue is 128; all three files are lossy.
    @Test(arguments: files)
    func theRampIsARamp(file: (name: String, kind: FileKind)) throws {
        guard Self.hasLibrary(for: file.kind) else {
            #expect(throws: DecodingFailure.unsupported(kind: file.kind)) {
                try Opening.fixture(file.name)
            }
            return
        }
        let photo = try Opening.fixture(file.name)
        #expect(photo.size == PixelSize(width: 96, height: 64))
        #expect(photo.pages == .one)
        let raster = try photo.whole()
        var worst = 0
        for y in 0..<64 {
            for x in 0..<96 {
                let pixel = raster.pixel(x, y)
                let wanted = [x * 255 / 95, y * 255 / 63, 128, 255]
                worst = max(worst, zip(pixel, wanted).map { abs($0 - $1) }.max() ?? 0)
            }
        }
        #expect(worst <= 12, "off by \(worst)")
        #expect(raster.isOpaque && photo.status.damage == nil)
    }

    /// Red for 100 ms, green for 200, blue for 300, and half transparent white for 2 s.
    @Test(arguments: [0, 1, 2, 3, 1, 0, 3])
    func theFramesOfAJPEGXL(first number: Int) throws {
        guard Self.hasLibrary(for: .photo(.jpegXL)) else {
            return print("skipped: libjxl is missing")
        }
        let photo = try Opening.fixture("frames.jxl")
        #expect(
            photo.pages
                == PageSet(
                    PhotoAnimation(delays: [100, 200, 300, 2000], plays: nil)))
        let colours = [
            [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 128],
        ]
        for frame in [number, (number + 1) % 4, (number + 3) % 4] {
            let raster = try photo.page(frame).whole()
            #expect(raster.pixel(23, 15) == colours[frame], "frame \(frame)")
            #expect(raster.pixel(0, 0) == [128, 128, 128, 255])
            #expect(raster.isOpaque == (frame < 3))
        }
    }

    @Test func aJPEGXLThatEndsAfterItsFirstFrameIsDamaged() throws {
        guard Self.hasLibrary(for: .photo(.jpegXL)) else {
            return print("skipped: libjxl is missing")
        }
        let whole = try Self.bytes(of: "frames.jxl")
        for count in stride(from: whole.count * 6 / 10, to: whole.count, by: 3) {
            let photo = try ImageDecoder.open(
                PhotoBytes(Array(whole[..<count])), within: Opening.means)
            // Only its pixels show what the last frame lacks.
            let last = photo.page(photo.pages.count - 1)
            if photo.status.damage == nil { _ = try last.whole() }
            #expect(photo.status.damage != nil, "\(count) of \(whole.count)")
        }
        #expect(try Opening.fixture("frames.jxl").status.damage == nil)
    }

    /// `cjxl -d 5` of 320 x 280 pixels and `cjxl -d 0 -e 1` of 600 x 520, each cut at 60 %.
    @Test(
        "P1: a JPEG XL that ends early shows its coarse picture, or its complete groups",
        arguments: [("truncated-coarse.jxl", false), ("truncated-groups.jxl", true)])
    func jpegXLThatEndsEarly(name: String, lacksGroups: Bool) throws {
        let photo = try Opening.fixture(name)
        let raster = try photo.whole()
        #expect(photo.status.damage == .endsEarly)
        let pixels = stride(from: 0, to: raster.pixels.count, by: 4).map {
            raster.pixels[$0..<$0 + 4]
        }
        #expect(pixels.contains { $0.last == 0 } == lacksGroups)
        #expect(pixels.contains { $0.last == 255 })
        // The samples of both pictures are at least 20.
        #expect(!pixels.contains { $0.last == 255 && $0.dropLast().allSatisfy { $0 == 0 } })
    }

    @Test(
        "P1: a file cut off anywhere is shown as far as it goes, or refused",
        arguments: damagedFiles)
    func cutOff(file: (name: String, kind: FileKind)) throws {
        let whole = try Self.bytes(of: file.name)
        for count in stride(from: 1, to: whole.count, by: 7) {
            Self.tryAll(Array(whole[..<count]))
        }
    }

    @Test("P1: a file with any wrong byte is shown, or refused", arguments: damagedFiles)
    func wrongBytes(file: (name: String, kind: FileKind)) throws {
        let whole = try Self.bytes(of: file.name)
        for place in FullMatrix.part(of: Array(whole.indices), every: 3) {
            var wrong = whole
            wrong[place] ^= 0xFF
            Self.tryAll(wrong)
        }
    }

    private static func tryAll(_ bytes: [UInt8]) {
        do {
            let photo = try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means)
            guard photo.size.area ?? .max < 1 << 20 else { return }
            #expect(try photo.page(photo.pages.count - 1).whole().size == photo.size)
        } catch {
            #expect(error is DecodingFailure)
        }
    }
}
