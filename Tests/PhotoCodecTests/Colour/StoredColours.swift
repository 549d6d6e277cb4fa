import Foundation
import Imaging
import JPEGTiling

@testable import PhotoCodec

/// The stored colours of a photo's file, before any profile, and lcms2's conversion of each
/// separately: the reference for the program's conversion of whole rasters.
struct StoredColours {
    /// Decoded without the profile, upright.
    let plain: Raster
    let profile: [UInt8]?
    /// The 16-bit samples of a pixel: those of its profile's kind, else red, green and blue.
    private let numbers: (_ pixel: Int) -> [UInt16]

    init(_ file: URL) throws {
        let bytes = try PhotoBytes.open(path: file.path)
        self = try file.pathExtension == "png" ? Self(png: bytes) : Self(jpeg: bytes)
    }

    private init(png bytes: PhotoBytes) throws {
        let png = try PNGPicture(bytes)
        let header = png.header
        func raster(_ curve: ToneCurve?) throws -> Raster {
            let pyramid = PicturePyramid(png.through(curve), conversion: nil)
            return try PhotoFile(PyramidDecoder(pyramid: pyramid)).whole()
        }
        plain = try raster(nil)
        profile = bytes.withUnsafeBytes { EmbeddedProfile.bytes(ofPNG: $0) }
        guard header.isHighBitDepth else {
            numbers = Self.wide(plain)
            return
        }
        // An exact 8-bit code is not dithered, so this gives the two halves of each sample.
        let upper = try raster(ToneCurve((0...UInt16.max).map { ($0 >> 8) * 257 }))
        let lower = try raster(ToneCurve((0...UInt16.max).map { ($0 & 0xFF) * 257 }))
        numbers = { pixel in
            (pixel * 4..<pixel * 4 + 3).map {
                UInt16(upper.pixels[$0]) << 8 | UInt16(lower.pixels[$0])
            }
        }
    }

    private init(jpeg bytes: PhotoBytes) throws {
        let header = try bytes.withUnsafeBytes { try JPEGHeader($0) }
        plain = try PhotoFile(JPEGDecoder(bytes: bytes, header: header)).whole()
        profile = bytes.withUnsafeBytes { EmbeddedProfile.bytes(ofJPEG: $0) }
        guard header.frame.components.count == 4 else {
            numbers = Self.wide(plain)
            return
        }
        let cmyk = Self.cmyk(bytes, header)
        numbers = { pixel in cmyk[pixel * 4..<pixel * 4 + 4].map { UInt16($0) * 257 } }
    }

    /// 255 is the maximum amount of ink.
    private static func cmyk(_ bytes: PhotoBytes, _ header: JPEGHeader) -> [UInt8] {
        let size = header.frame.size
        var cmyk = [UInt8](repeating: 0, count: size.width * size.height * 4)
        cmyk.withUnsafeMutableBufferPointer { target in
            _ = bytes.withUnsafeBytes {
                TurboJPEG.decode($0, into: target, size: size, isCMYK: true)
            }
        }
        return cmyk.map { 255 - $0 }
    }

    private static func wide(_ raster: Raster) -> (Int) -> [UInt16] {
        { pixel in raster.pixels[pixel * 4..<pixel * 4 + 3].map { UInt16($0) * 257 } }
    }

    /// Returns sRGB codes of some pixels; nil if the profile is missing, unreadable or of another
    /// kind.
    func reference(at pixels: [Int]) -> [SIMD4<Float>]? {
        guard let profile = profile.flatMap({ ICCProfile($0) }) else { return nil }
        let channels = profile.channels.rawValue
        let colours = pixels.map(numbers)
        guard let first = colours.first, first.count == 4 ? channels == 4 : channels < 4 else {
            return nil
        }
        return profile.codes(of: colours.flatMap { $0.prefix(channels) })
    }
}
