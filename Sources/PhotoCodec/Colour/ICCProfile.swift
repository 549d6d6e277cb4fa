internal import CLCMS
internal import CPNG
internal import Imaging
internal import JPEGTiling

/// The ICC profile that a photo's file embeds.
enum EmbeddedProfile {
    /// The maximum size of a profile in bytes; profiles of printers have up to 2 MB.
    static let limitBytes = 4 << 20

    /// Returns the profile of a JPEG; `nil` if the profile is absent, incomplete or too long.
    static func bytes(ofJPEG source: UnsafeRawBufferPointer) -> [UInt8]? {
        var parts: [Int: ByteReader] = [:]
        var wanted: Int?
        var walk = JPEGSegments(source)
        while let segment = walk.next(), segment.marker != 0xDA {
            guard segment.marker == 0xE2, segment.payload.starts(with: "ICC_PROFILE\0", at: 0),
                let number = segment.payload.byte(at: 12), let count = segment.payload.byte(at: 13)
            else { continue }
            wanted = wanted ?? count
            guard count == wanted, (1...max(1, count)).contains(number), parts[number] == nil
            else { return nil }
            parts[number] = segment.payload.part(from: 14, count: segment.payload.count - 14)
        }
        guard let wanted, parts.count == wanted else { return nil }
        let byteCount = parts.values.reduce(0) { $0 + $1.count }
        guard byteCount > 0, byteCount <= limitBytes else { return nil }
        return (1...wanted).flatMap { parts[$0].map { Array($0.bytes) } ?? [] }
    }

    /// Returns the profile of a PNG; `nil` if the profile is absent, damaged or too long.
    static func bytes(ofPNG source: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let reader = cpng_open(source.baseAddress, source.count, PNGReader.limits) else {
            return nil
        }
        defer { cpng_close(reader) }
        var profile = cpng_profile()
        guard cpng_read_profile(reader, limitBytes, &profile) != 0 else { return nil }
        return Array(UnsafeRawBufferPointer(start: profile.bytes, count: profile.count))
    }
}

/// An opened ICC profile.
///
/// Profiles can be malicious: `EmbeddedProfile` limits their size, lcms2 checks every offset and
/// count, and this type checks the colours that lcms2 returns.
struct ICCProfile: ~Copyable {
    enum Channels: Int { case gray = 1, colour = 3, cmyk = 4 }

    let channels: Channels
    private let transform: cmsHTRANSFORM

    /// Opens a profile; `nil` if the profile cannot be used.
    ///
    /// The photo is then shown without a profile.
    init?(_ bytes: [UInt8]) {
        guard let profile = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count)) else {
            return nil
        }
        defer { cmsCloseProfile(profile) }
        guard let channels = Channels(rawValue: Int(clcms_channels(profile))),
            let transform = clcms_to_srgb(profile, Int32(channels.rawValue))
        else { return nil }
        self.channels = channels
        self.transform = transform
    }

    deinit { cmsDeleteTransform(transform) }

    /// Returns fractional sRGB codes for colours with 16 bits per channel.
    ///
    /// Colours outside the gamut are up to `beyond` below 0 or above 255. Clipping would falsify
    /// the interpolation near the edge of the gamut: by 5 codes for a saturated red of Display P3.
    ///
    /// - Precondition: the number of samples in `colours` is a multiple of the number of channels.
    borrowing func codes(of colours: [UInt16]) -> [SIMD4<Float>] {
        let count = colours.count / channels.rawValue
        precondition(count * channels.rawValue == colours.count, "whole colours")
        let full: Float = channels == .cmyk ? 100 : 1
        let shares = colours.map { Float($0) / 65535 * full }
        return [SIMD4<Float>](unsafeUninitializedCapacity: count) { codes, initialized in
            // Each band is converted by one thread; a transform without a cache has no state.
            nonisolated(unsafe) let (codes, transform) = (codes, transform)
            let channels = channels.rawValue
            WorkThread.performInBands(of: count, rowBytes: MemoryLayout<SIMD4<Float>>.stride) {
                band in
                var converted = [Float](repeating: 0, count: band.count * 3)
                shares.withUnsafeBufferPointer { shares in
                    let first = UnsafeBufferPointer(
                        rebasing: shares[(band.lowerBound * channels)...])
                    cmsDoTransform(
                        transform, first.baseAddress, &converted, cmsUInt32Number(band.count))
                }
                for (number, colour) in band.enumerated() {
                    codes.initializeElement(
                        at: colour,
                        to: SIMD4(
                            Self.code(converted[number * 3]), Self.code(converted[number * 3 + 1]),
                            Self.code(converted[number * 3 + 2]), 0))
                }
            }
            initialized = count
        }
    }

    /// The matrix from the profile's linear RGB to linear sRGB; `nil` if no matrix describes it.
    var toSRGB: ColourMatrix? {
        guard channels == .colour else { return nil }
        // A quarter of the range: brighter colours beyond the gamut could be clipped at `beyond`.
        let share: UInt16 = 16384
        let codes = codes(of: [share, 0, 0, 0, share, 0, 0, 0, share, share, share, share])
        let light = codes.map { code in
            SIMD3(Self.light(code.x), Self.light(code.y), Self.light(code.z))
        }
        let white = light[3]
        let sum = (light[0] + light[1] + light[2]) / white
        guard white.min() > 0, (sum - 1).max() < 0.02, (sum - 1).min() > -0.02 else { return nil }
        return ColourMatrix(columns: (light[0] / white, light[1] / white, light[2] / white))
    }

    private static func light(_ code: Float) -> Double {
        TransferCurve.sRGB.light(of: Double(code) / 255)
    }

    private static let beyond: Float = 255

    /// Returns an sRGB code, limited because a damaged profile can result in any value, or NaN.
    private static func code(_ share: Float) -> Float {
        share.isFinite ? min(max(share * 255, -beyond), 255 + beyond) : 0
    }
}
