internal import Imaging

/// The planes of a decoded picture, 8 bits per sample, and their conversion to pixels.
struct PicturePlanes {
    /// A plane of samples, as a decoder describes it.
    struct Plane {
        let samples: UnsafePointer<UInt8>
        let size: PixelSize
        /// The number of bytes from the start of a row to the start of the next row.
        let rowBytes: Int
        let bits: Int

        func row(_ y: Int) -> UnsafePointer<UInt8> { samples + y * rowBytes }
    }

    /// The meaning of a picture's planes.
    enum Layout {
        case gray
        /// Red, green and blue.
        case rgb
        /// Luma and two planes of chroma, which can be smaller.
        case yCbCr(YCbCrMatrix)
    }

    private enum Colours {
        case gray(Plane)
        case rgb(Plane, Plane, Plane)
        case yCbCr(luma: Plane, Chroma)
    }

    /// The two planes of chroma and their conversion.
    fileprivate struct Chroma {
        let blue, red: Plane
        let matrix: YCbCrMatrix
        /// True if a sample covers two columns, and if it covers two rows.
        let isHalvedAcross, isHalvedDown: Bool
    }

    private let size: PixelSize
    private let colours: Colours
    private let alpha: Plane?

    /// Creates the planes of a picture.
    ///
    /// The result is `nil` if a plane is missing, does not fit the picture's size, or has another
    /// number of bits.
    init?(_ planes: [Plane], alpha: Plane?, as layout: Layout, of size: PixelSize) {
        let fits = { (plane: Plane, size: PixelSize) in
            plane.size == size && plane.rowBytes >= size.width && plane.bits == 8
        }
        guard !size.isEmpty, alpha.map({ fits($0, size) }) ?? true,
            let first = planes.first, fits(first, size)
        else { return nil }
        switch (layout, planes.count) {
        case (.gray, 1): colours = .gray(first)
        case (.rgb, 3) where planes.allSatisfy { fits($0, size) }:
            colours = .rgb(first, planes[1], planes[2])
        case (.yCbCr(let matrix), 3):
            let chroma = Chroma(blue: planes[1], red: planes[2], matrix: matrix, of: size)
            let chromaSize = chroma.size(in: size)
            guard planes.dropFirst().allSatisfy({ fits($0, chromaSize) }) else { return nil }
            colours = .yCbCr(luma: first, chroma)
        default: return nil
        }
        (self.size, self.alpha) = (size, alpha)
    }

    /// Writes a row of pixels: red, green, blue and alpha.
    func write(_ y: Int, to row: UnsafeMutablePointer<UInt8>) {
        switch colours {
        case .gray(let plane): write(plane.row(y), plane.row(y), plane.row(y), to: row)
        case .rgb(let red, let green, let blue):
            write(red.row(y), green.row(y), blue.row(y), to: row)
        case .yCbCr(let luma, let chroma): write(luma.row(y), chroma, y, to: row)
        }
        guard let opacities = alpha?.row(y) else { return }
        for x in 0..<size.width { row[x &* 4 &+ 3] = opacities[x] }
    }

    /// Writes a row of opaque pixels.
    ///
    /// Hot: runs for each row of a picture in gray, or in red, green and blue.
    private func write(
        _ red: UnsafePointer<UInt8>, _ green: UnsafePointer<UInt8>, _ blue: UnsafePointer<UInt8>,
        to row: UnsafeMutablePointer<UInt8>
    ) {
        let pixels = UnsafeMutableRawPointer(row)
        for x in 0..<size.width {
            let pixel =
                UInt32(red[x]) | UInt32(green[x]) &<< 8 | UInt32(blue[x]) &<< 16 | 0xFF00_0000
            pixels.storeBytes(of: pixel.littleEndian, toByteOffset: x &* 4, as: UInt32.self)
        }
    }

    private func write(
        _ luma: UnsafePointer<UInt8>, _ chroma: Chroma, _ y: Int,
        to row: UnsafeMutablePointer<UInt8>
    ) {
        // An interpolated row can be one sample longer than the picture.
        let capacity = size.width + 2
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: capacity * 3) { memory in
            guard let blue = memory.baseAddress else { return }
            let (red, sums) = (blue + capacity, blue + 2 * capacity)
            chroma.interpolate(chroma.blue, y, through: sums, into: blue)
            chroma.interpolate(chroma.red, y, through: sums, into: red)
            chroma.matrix.convert(luma, blue, red, size.width, to: row)
        }
    }
}

extension PicturePlanes.Chroma {
    fileprivate init(
        blue: PicturePlanes.Plane, red: PicturePlanes.Plane, matrix: YCbCrMatrix, of size: PixelSize
    ) {
        self.init(
            blue: blue, red: red, matrix: matrix, isHalvedAcross: blue.size.width != size.width,
            isHalvedDown: blue.size.height != size.height)
    }

    /// Returns the size that both planes must have in a picture of this size.
    fileprivate func size(in size: PixelSize) -> PixelSize {
        PixelSize(
            width: isHalvedAcross ? (size.width + 1) / 2 : size.width,
            height: isHalvedDown ? (size.height + 1) / 2 : size.height)
    }

    /// Writes the chroma of each pixel of a row, as a difference from gray, times 16.
    ///
    /// A sample lies in the middle of the pixels that it covers. A pixel's chroma is three quarters
    /// of the nearest sample and a quarter of the next one, in both directions. Photos reduced to
    /// 4:2:0 are nearer to their originals so than with repeated samples.
    fileprivate func interpolate(
        _ plane: PicturePlanes.Plane, _ y: Int, through sums: UnsafeMutablePointer<Int16>,
        into chroma: UnsafeMutablePointer<Int16>
    ) {
        let row = isHalvedDown ? y / 2 : y
        let next =
            isHalvedDown ? min(max(row + (y % 2 == 0 ? -1 : 1), 0), plane.size.height - 1) : row
        let width = plane.size.width
        // There is a sample before the first and after the last, equal to them.
        let first = sums + 1
        Self.blend(plane.row(row), plane.row(next), width, into: first)
        first[-1] = first[0]
        first[width] = first[width - 1]
        if isHalvedAcross {
            Self.spread(first, width, into: chroma)
        } else {
            for x in 0..<width { chroma[x] = (first[x] &- 512) &* 4 }
        }
    }

    /// Writes four times the blend of two rows.
    ///
    /// Hot: runs for each row of a colour picture.
    private static func blend(
        _ near: UnsafePointer<UInt8>, _ far: UnsafePointer<UInt8>, _ count: Int,
        into sums: UnsafeMutablePointer<Int16>
    ) {
        for x in 0..<count {
            sums[x] =
                Int16(truncatingIfNeeded: near[x]) &* 3 &+ Int16(truncatingIfNeeded: far[x])
        }
    }

    /// Writes the chroma of two pixels for each sample.
    ///
    /// Hot: runs for each row of a picture in 4:2:0 or 4:2:2.
    private static func spread(
        _ sums: UnsafePointer<Int16>, _ count: Int, into chroma: UnsafeMutablePointer<Int16>
    ) {
        for x in 0..<count {
            let near = sums[x] &* 3 &- 2048
            chroma[x &* 2] = near &+ sums[x &- 1]
            chroma[x &* 2 &+ 1] = near &+ sums[x &+ 1]
        }
    }
}

/// A conversion from luma and chroma to red, green and blue (ITU-T H.273, 8.3).
struct YCbCrMatrix: Sendable {
    private let luma, black: Float
    private let redOfRed, greenOfRed, greenOfBlue, blueOfBlue: Float

    /// Creates the conversion; `nil` for a matrix that is not known.
    ///
    /// A file that does not specify the matrix means that of BT.601, as libheif and libavif assume.
    init?(matrix: Int, isNarrow: Bool) {
        let shares: (red: Float, blue: Float)
        switch matrix {
        case 1: shares = (0.2126, 0.0722)
        case 2, 5, 6: shares = (0.299, 0.114)
        case 9: shares = (0.2627, 0.0593)
        default: return nil
        }
        let green = 1 - shares.red - shares.blue
        luma = isNarrow ? 255 / 219 : 1
        black = isNarrow ? -16 * luma : 0
        // The chroma is stored times 16 while it is interpolated.
        let chroma: Float = (isNarrow ? 255 / 224 : 1) / 16
        redOfRed = 2 * (1 - shares.red) * chroma
        blueOfBlue = 2 * (1 - shares.blue) * chroma
        greenOfRed = -redOfRed * shares.red / green
        greenOfBlue = -blueOfBlue * shares.blue / green
    }

    /// Writes a row of opaque pixels.
    ///
    /// Hot: runs for each row of a colour picture. Integers took twice as long, because SSE2 cannot
    /// multiply 32-bit integers.
    func convert(
        _ samples: UnsafePointer<UInt8>, _ blue: UnsafePointer<Int16>, _ red: UnsafePointer<Int16>,
        _ count: Int, to row: UnsafeMutablePointer<UInt8>
    ) {
        let pixels = UnsafeMutableRawPointer(row)
        for x in 0..<count {
            let gray = Float(samples[x]) * luma + black
            let (blue, red) = (Float(blue[x]), Float(red[x]))
            let pixel =
                Self.code(gray + red * redOfRed)
                | Self.code(gray + blue * greenOfBlue + red * greenOfRed) &<< 8
                | Self.code(gray + blue * blueOfBlue) &<< 16 | 0xFF00_0000
            pixels.storeBytes(of: pixel.littleEndian, toByteOffset: x &* 4, as: UInt32.self)
        }
    }

    /// Returns the code nearest to a value.
    ///
    /// The sum has the integer in the lowest bits of its significand, so that no conversion, which
    /// would check for overflow, is needed.
    @inline(__always)
    private static func code(_ value: Float) -> UInt32 {
        let low: Float = value < 255 ? value : 255
        let code: Float = low > 0 ? low : 0
        return (code + 0x1p23).bitPattern & 255
    }
}
