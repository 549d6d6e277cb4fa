import Fuzzing
import Imaging
import PhotoCodec

/// A GIF, all of whose frames are composed.
enum GIFTarget: FuzzTarget {
    static let name = "gif"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: "GIF8".utf8) else { return }
        try ComposedFrames.take(bytes)
    }
}

/// A WebP, all of whose frames are composed.
enum WebPTarget: FuzzTarget {
    static let name = "webp"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: "RIFF".utf8) else { return }
        try ComposedFrames.take(bytes)
    }
}

/// An animated PNG with corrected checksums.
enum APNGTarget: FuzzTarget {
    static let name = "apng"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0x89, 0x50]) else { return }
        try ComposedFrames.take(PNGChecksums.mended(bytes))
    }
}

/// A HEIC or AVIF, if libheif is installed.
enum HEIFTarget: FuzzTarget {
    static let name = "heif"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return }
        try ComposedFrames.take(bytes)
    }
}

/// A JPEG XL, if libjxl is installed.
enum JXLTarget: FuzzTarget {
    static let name = "jxl"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0xFF, 0x0A]) || bytes.starts(with: [0, 0, 0, 0x0C]) else {
            return
        }
        try ComposedFrames.take(bytes)
    }
}

/// The frames of a file, within the limits of one try.
private enum ComposedFrames {
    private static let pixelLimit = 100_000
    private static let frameLimit = 6

    static func take(_ bytes: [UInt8]) throws {
        let means = DecodingOptions(spillFolder: nil, indexStore: nil)
        guard let photo = try? ImageDecoder.open(PhotoBytes(bytes), within: means) else { return }
        try expect(!photo.size.isEmpty, "a photo without pixels")
        let pages = photo.pages
        try expect(pages.count > 0, "a photo without pictures")
        if let animation = pages.animation {
            try expect(animation.delays.count == pages.count, "a frame without a time")
            try expect(animation.delays.allSatisfy { $0 > 10 }, "a frame of no time")
        }
        guard let area = photo.size.area, area <= pixelLimit else { return }
        // The last first, which must start from an earlier one.
        for number in [min(pages.count, frameLimit) - 1] + Array(0..<min(pages.count, frameLimit)) {
            let reduction = number % 2 == 0 ? Reduction.none : .half
            let size = photo.size.reduced(by: reduction)
            guard
                let part = try? photo.page(number)
                    .pixels(of: PixelRect(size), reducedBy: reduction)
            else { continue }
            try expect(part.raster.size == size, "\(part.raster.size) instead of \(size)")
        }
        _ = photo.status.damage
    }
}
