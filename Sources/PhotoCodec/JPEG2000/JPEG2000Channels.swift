internal import CJPEG2000
internal import Imaging

/// The samples of a decoded area, in separate channels.
struct JPEG2000Channels {
    /// A channel, which may be subsampled.
    private struct Channel {
        let samples: UnsafePointer<Int32>
        /// The index of the sample in a row of samples, for each column of pixels.
        let columns: [Int]
        /// The index of the row's first sample, for each row of pixels.
        let rows: [Int]
        /// The lowest sample, which becomes 0 in the conversion to pixels.
        let lowest: Int
        let highest: Int

        init?(_ component: opj_image_comp_t, _ requested: RequestedArea) {
            guard let data = component.data, component.w > 0, component.h > 0,
                (1...31).contains(component.prec), component.dx > 0, component.dy > 0
            else { return nil }
            samples = UnsafePointer(data)
            let across = RequestedArea.samples(
                requested.pixels.minX..<requested.pixels.maxX, of: requested.grid.step.width,
                each: Int(component.dx), from: requested.stored.minX, requested.factor)
            let down = RequestedArea.samples(
                requested.pixels.minY..<requested.pixels.maxY, of: requested.grid.step.height,
                each: Int(component.dy), from: requested.stored.minY, requested.factor)
            let (width, height) = (Int(component.w), Int(component.h))
            columns = across.map { min(max($0, 0), width - 1) }
            rows = down.map { min(max($0, 0), height - 1) * width }
            let range = 1 << Int(component.prec)
            lowest = component.sgnd != 0 ? -range / 2 : 0
            highest = lowest + range - 1
        }

        var middle: Int { lowest + (highest - lowest + 1) / 2 }

        func number(at point: PixelPoint) -> Int { Int(samples[rows[point.y] + columns[point.x]]) }
    }

    /// The requested pixels, and the area of the reference grid to decode for them.
    struct RequestedArea {
        let grid: JPEG2000Grid
        /// The number of times that the resolution is halved.
        let factor: Int
        /// The requested pixels, counted from the first pixel of the grid.
        let pixels: PixelRect
        /// The decoded area of the reference grid, which contains `pixels`.
        let stored: PixelRect

        /// Creates the area; the pixels in `area` are counted from the picture's first pixel.
        init(_ area: PixelRect, of grid: JPEG2000Grid, halved factor: Int, in stored: PixelRect) {
            let origin = grid.origin(halved: factor)
            self.grid = grid
            self.factor = factor
            self.stored = stored
            pixels = PixelRect(
                x: origin.x + area.minX, y: origin.y + area.minY, width: area.size.width,
                height: area.size.height)
        }

        /// Returns the index of each pixel's sample, counted from the first decoded sample.
        fileprivate static func samples(
            _ pixels: Range<Int>, of step: Int, each other: Int, from start: Int, _ factor: Int
        ) -> [Int] {
            let first = JPEG2000Grid.samples(before: start, each: other, halved: factor)
            return pixels.map { $0 * step / other - first }
        }
    }

    private let colours: [Channel]
    private let alpha: Channel?
    /// True if colours are multiplied by alpha: channels of type 2 (ISO/IEC 15444-1, I.5.3.6).
    private let isPremultiplied: Bool
    private let colour: JPEG2000Colour
    private let width: Int
    /// The curve applied to the 16-bit values of colour samples; `nil` for no curve.
    private let curve: ToneCurve?

    /// Reads the channels; `nil` if the area is not decoded or channels are missing.
    init?(
        _ image: opj_image_t, _ stated: JPEG2000Colour, _ requested: RequestedArea,
        through curve: ToneCurve? = nil
    ) {
        guard let components = image.comps, image.numcomps > 0 else { return nil }
        let all = (0..<Int(image.numcomps)).map { components[$0] }
        let colourful = all.filter { $0.alpha == 0 }
        // A palette has expanded one channel to three channels.
        let isGray = stated == .gray && colourful.count < 3
        colour = isGray ? .gray : stated == .gray ? .rgb : stated
        let count = isGray ? 1 : colour == .cmyk ? 4 : 3
        let channels = colourful.prefix(count).compactMap { Channel($0, requested) }
        guard channels.count == count else { return nil }
        colours = channels
        let opacity = colour == .cmyk ? nil : all.first { $0.alpha != 0 }
        alpha = opacity.flatMap { Channel($0, requested) }
        isPremultiplied = alpha != nil && opacity?.alpha == 2
        width = requested.pixels.size.width
        self.curve = curve
    }

    /// Returns a pixel's samples in gray, RGB, L*a*b* or CMYK; `point` is relative to the area.
    func samples(at point: PixelPoint) -> [Int] {
        let samples = colours.map { $0.number(at: point) }
        return colour == .ycc ? rgb(samples) : samples
    }

    /// The number of bits of a sample.
    var bits: Int { (colours[0].highest - colours[0].lowest + 1).trailingZeroBitCount }

    /// Converts a luma sample and two chroma samples to RGB, as for a JPEG.
    private func rgb(_ samples: [Int]) -> [Int] {
        let light = colours[0]
        let luma = Float(samples[0])
        // The middle of a signed channel's range is 0.
        let (blue, red) = (
            Float(samples[1] - colours[1].middle), Float(samples[2] - colours[2].middle)
        )
        return [
            luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue,
        ].map { min(max(Int($0.rounded()), light.lowest), light.highest) }
    }

    var hasAlpha: Bool { alpha != nil }

    /// Writes the pixels of a row: red, green, blue and alpha, or CMYK.
    ///
    /// Hot: runs for each row of a JPEG 2000.
    func write(_ row: Int, at point: PixelPoint, to target: UnsafeMutablePointer<UInt8>) {
        for (number, channel) in colours.enumerated() {
            if let curve {
                write(channel, row, point, through: curve, to: target + number)
            } else {
                write(channel, row, point, to: target + number)
            }
        }
        switch colour {
        case .gray:
            for pixel in 0..<width {
                target[pixel &* 4 &+ 1] = target[pixel &* 4]
                target[pixel &* 4 &+ 2] = target[pixel &* 4]
            }
        case .ycc: for pixel in 0..<width { Self.convert(target + pixel &* 4) }
        case .lab(let lab): for pixel in 0..<width { lab.convert(target + pixel &* 4) }
        case .rgb, .cmyk: break
        }
        if let alpha {
            write(alpha, row, point, to: target + 3)
            if isPremultiplied { AssociatedAlpha.divide(target, count: width) }
        } else if colour != .cmyk {
            for pixel in 0..<width { target[pixel &* 4 &+ 3] = 255 }
        }
    }

    /// Writes a channel to every fourth byte.
    private func write(
        _ channel: Channel, _ row: Int, _ point: PixelPoint, to target: UnsafeMutablePointer<UInt8>
    ) {
        let from = channel.samples + channel.rows[row]
        let (lowest, highest) = (channel.lowest, channel.highest)
        let range = highest - lowest
        let thresholds = BayerPattern.addends(ofRow: point.y)
        channel.columns.withUnsafeBufferPointer { columns in
            guard range != 255 else {
                for pixel in 0..<width {
                    let number = min(max(Int(from[columns[pixel]]), lowest), highest)
                    target[pixel &* 4] = UInt8(truncatingIfNeeded: number - lowest)
                }
                return
            }
            for pixel in 0..<width {
                let number = min(max(Int(from[columns[pixel]]), lowest), highest)
                let share = (number - lowest) * 65535 / range
                let threshold = range < 255 ? 32767 : Int(thresholds[(point.x &+ pixel) & 7])
                target[pixel &* 4] = UInt8(truncatingIfNeeded: (share * 255 + threshold) / 65535)
            }
        }
    }

    /// Writes a channel to every fourth byte after applying a curve to its samples.
    private func write(
        _ channel: Channel, _ row: Int, _ point: PixelPoint, through curve: ToneCurve,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        let from = channel.samples + channel.rows[row]
        let (lowest, highest) = (channel.lowest, channel.highest)
        let thresholds = BayerPattern.addends(ofRow: point.y)
        channel.columns.withUnsafeBufferPointer { columns in
            curve.table.withUnsafeBufferPointer { curve in
                for pixel in 0..<width {
                    let number = min(max(Int(from[columns[pixel]]), lowest), highest)
                    let levelled = Int(curve[(number - lowest) * 65535 / (highest - lowest)])
                    let sum = levelled * 255 + Int(thresholds[(point.x &+ pixel) & 7])
                    target[pixel &* 4] = UInt8(truncatingIfNeeded: sum / 65535)
                }
            }
        }
    }

    /// Converts sYCC to RGB in place, as for a JPEG (IEC 61966-2-1, annex F).
    private static func convert(_ pixel: UnsafeMutablePointer<UInt8>) {
        let luma = Float(pixel[0])
        let (blue, red) = (Float(pixel[1]) - 128, Float(pixel[2]) - 128)
        pixel[0] = code(luma + 1.402 * red)
        pixel[1] = code(luma - 0.344136 * blue - 0.714136 * red)
        pixel[2] = code(luma + 1.772 * blue)
    }

    private static func code(_ share: Float) -> UInt8 { UInt8(min(max(share + 0.5, 0), 255)) }
}
