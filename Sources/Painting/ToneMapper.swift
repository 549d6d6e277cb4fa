internal import Imaging

/// Converts light to bytes: the film curve, sRGB, and a dither of half a step against banding.
struct ToneMapper {
    let curve: ToneMappingCurve
    let samples: Samples

    func bytes(of band: Band) -> [UInt8] {
        let width = band.frame.size.width
        let bytesPerPixel = samples.rawValue
        return [UInt8](unsafeUninitializedCapacity: width * bytesPerPixel * band.rows.count) {
            bytes, count in
            band.lights.withUnsafeBufferPointer { lights in
                for (index, row) in band.rows.enumerated() {
                    let start = index * band.lanesPerRow
                    let line = UnsafeBufferPointer(
                        rebasing: lights[start..<(start + band.lanesPerRow)])
                    let out = UnsafeMutableBufferPointer(
                        rebasing: bytes[(index * width * bytesPerPixel)...])
                    convert(line, row: row, width: width, into: out)
                }
            }
            count = width * bytesPerPixel * band.rows.count
        }
    }

    private func convert(
        _ line: UnsafeBufferPointer<Light>, row: Int, width: Int,
        into bytes: UnsafeMutableBufferPointer<UInt8>
    ) {
        var next = 0
        for column in 0..<line.count {
            let samples = converted(line[column], Self.noise(column: column, row: row))
            let wanted = min(4, width - 4 * column)
            for lane in 0..<wanted {
                next = store(samples, lane, at: next, in: bytes)
            }
        }
    }

    /// Writes one pixel; returns the index of the next.
    @inline(__always)
    private func store(
        _ light: Light, _ lane: Int, at next: Int, in bytes: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        bytes[next] = UInt8(truncatingIfNeeded: light.red.bits[lane])
        guard samples != .gray else { return next &+ 1 }
        bytes[next &+ 1] = UInt8(truncatingIfNeeded: light.green.bits[lane])
        bytes[next &+ 2] = UInt8(truncatingIfNeeded: light.blue.bits[lane])
        guard samples == .rgba else { return next &+ 3 }
        bytes[next &+ 3] = UInt8(truncatingIfNeeded: light.sky.bits[lane])
        return next &+ 4
    }

    /// The samples of four pixels, as integers in the low bits of each float.
    @inline(__always)
    private func converted(_ light: Light, _ noise: LaneBits) -> Light {
        guard case .film(let exposure) = curve else { return Self.exact(light) }
        var light = light
        var alpha = Lanes.one
        if samples == .rgba { (light, alpha) = Self.straight(light) }
        light = Self.toned(light * Lanes(repeating: exposure))
        if samples == .gray { light.red = Self.grey(light) }
        return Light(
            Self.sample(light.red, noise), Self.sample(light.green, noise &>> 8),
            Self.sample(light.blue, noise &>> 16), sky: alpha * 255 + Lanes.roundingMagic)
    }

    @inline(__always)
    private static func exact(_ light: Light) -> Light {
        func sample(_ x: Lanes) -> Lanes { x.clamped * 255 + Lanes.roundingMagic }
        return Light(sample(light.red), sample(light.green), sample(light.blue), sky: sample(.one))
    }

    @inline(__always)
    private static func grey(_ light: Light) -> Lanes {
        light.red * 0.2126 + light.green * 0.7152 + light.blue * 0.0722
    }

    /// Straight colour and alpha of premultiplied light.
    @inline(__always)
    private static func straight(_ light: Light) -> (Light, Lanes) {
        let alpha = (1 - light.sky).clamped
        return (light * (1 / most(alpha, Lanes(repeating: 0.004))), alpha)
    }

    @inline(__always)
    private static func toned(_ light: Light) -> Light {
        Light(film(light.red), film(light.green), film(light.blue))
    }

    /// Narkowicz's fit of the ACES film curve (2015).
    @inline(__always)
    private static func film(_ x: Lanes) -> Lanes {
        x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14)
    }

    /// sRGB's curve by roots (Persson's fit), rounded randomly to one of two neighbours.
    @inline(__always)
    private static func sample(_ x: Lanes, _ noise: LaneBits) -> Lanes {
        let linear = x.clamped
        let root = linear.root, fourth = root.root, eighth = fourth.root
        let curve = 0.585122381 * root + 0.783140355 * fourth - 0.368262736 * eighth
        let low = linear * 12.92
        let encoded = curve.replacing(with: low, where: linear .< 0.0031308)
        let dither = Lanes(SIMD4<Int32>(truncatingIfNeeded: noise & 0xFF)) * (1 / 255) - 0.5
        return (encoded * 255 + dither * 0.98).positive.replacing(
            with: 255, where: encoded .> 0.9995) + Lanes.roundingMagic
    }

    @inline(__always)
    private static func noise(column: Int, row: Int) -> LaneBits {
        let first = UInt32(truncatingIfNeeded: 4 &* column)
        let columns = LaneBits(0, 1, 2, 3) &+ first
        let sum = columns &* Lattice.primeX &+ UInt32(truncatingIfNeeded: row) &* Lattice.primeY
        return Lattice.mixed(sum)
    }
}

/// How light becomes the samples of a picture.
enum ToneMappingCurve: Sendable {
    /// The film curve: slightly deeper shadows, highlights that roll off to white.
    case film(exposure: Float)
    /// The light is the sample value, 1 for 255: no curve, no dither.
    case exact
}
