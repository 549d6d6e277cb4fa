internal import CJPEG2000
internal import Imaging

extension PicturePyramid {
    /// A JPEG 2000 at its full size, and at the smaller sizes that it is stored in.
    ///
    /// Of one tile, areas cost as much as the whole is long: only sizes that are decoded in one call are
    /// copies, and the full size is spilled. Numbers of more than 8 bits may go through a curve.
    init(_ header: JPEG2000Header, in bytes: PhotoBytes, through curve: ToneCurve? = nil) {
        let isGray = header.colour == .gray
        let conversion =
            header.colour == .inks
            ? nil : header.profile.flatMap { ColourConversion($0, isGray: isGray, isDeep: false) }
        let inks =
            header.colour == .inks
            ? CMYKConverter(profile: header.profile, isInverted: false) : nil
        let picture = { (reduction: Reduction) in
            JPEG2000Picture(header, reducedBy: reduction, inks, curve, in: bytes)
        }
        self.init(
            main: picture(.none), isGray: isGray, conversion: conversion,
            numbers: JPEG2000Numbers(header, in: bytes),
            prefersCopies: true)
        for reduction in Reduction.ofFiles where reduction != .none {
            let copy = picture(reduction)
            guard copy.factor < header.resolutions, copy.size == header.size.reduced(by: reduction),
                !header.hasOneTile || copy.size == copy.block
            else { continue }
            copies[reduction] = copy
        }
    }
}

/// A JPEG 2000 at one of its sizes.
final class JPEG2000Picture: RegionPicture {
    /// Tiles are decoded together up to about this side: each call reads the header again.
    private static let blockSide = 512

    let size: PixelSize
    let block: PixelSize
    let isTiled: Bool
    let access = RegionAccess.blocks
    /// How often it is halved.
    let factor: Int
    private let header: JPEG2000Header
    private let inks: CMYKConverter?
    private let curve: ToneCurve?
    private let bytes: PhotoBytes
    private let mosaic: BlockMosaicReader

    init(
        _ header: JPEG2000Header, reducedBy reduction: Reduction, _ inks: CMYKConverter?,
        _ curve: ToneCurve?, in bytes: PhotoBytes
    ) {
        self.header = header
        self.inks = inks
        self.curve = curve
        self.bytes = bytes
        factor = reduction.rawValue.trailingZeroBitCount
        let scale = Scale(header.origin, factor)
        size = scale.size(of: header.size)
        isTiled = !header.hasOneTile
        let tile = { (side: Int) in max(1, side >> reduction.rawValue.trailingZeroBitCount) }
        block = Self.block(
            of: size,
            tile: PixelSize(width: tile(header.tile.width), height: tile(header.tile.height)),
            isOnly: header.hasOneTile)
        mosaic = BlockMosaicReader(of: size, in: block)
    }

    /// What is decoded in one call of a picture whose tiles are `tile` pixels large: several tiles, or a band
    /// of one that is larger than `DecodingLimits.jpeg2000Pixels`.
    static func block(of size: PixelSize, tile: PixelSize, isOnly: Bool) -> PixelSize {
        let side = { (tile: Int, whole: Int) in
            min(whole, isOnly ? whole : tile * max(1, blockSide / tile))
        }
        let limit = DecodingLimits.jpeg2000Pixels
        // Bands are as high as boxes of all reductions.
        let cell = Reduction.thirtySecond.rawValue
        let width = min(side(tile.width, size.width), limit / cell)
        let height = side(tile.height, size.height)
        return PixelSize(
            width: width, height: height <= limit / width ? height : limit / width / cell * cell)
    }

    /// OpenJPEG holds each number of an area twice, in 32 bits.
    var unpackingBytes: Int {
        let pixelBytes = header.channels * 2 * MemoryLayout<Int32>.size + Raster.bytesPerPixel
        return block.width * block.height * pixelBytes
    }

    var hasAlpha: Bool { header.mayHaveAlpha }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at place: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        precondition(PixelRect(size).contains(area), "it has these pixels")
        return try mosaic.decode(area, into: target, at: place) {
            (column, row, block, end) throws(DecodingFailure) in
            let covered = mosaic.area(column: column, row: row)
            return try decodeBlock(covered, into: block, at: end, note: note)
        }
    }

    /// Decodes a block; false if some of its pixels are missing or transparent.
    private func decodeBlock(
        _ area: PixelRect, into target: PixelBlock, at place: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        let scale = Scale(header.origin, factor)
        let stored = scale.stored(area, of: header.size)
        defer { bytes.forgetPages(0..<bytes.count) }
        return try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            let reader = try JPEG2000Reader(source)
            guard reader.decode(stored, factor: factor), let image = reader.image,
                let channels = JPEG2000Channels(image, header.colour, area.size, through: curve)
            else {
                note(Damage(reason: reader.message))
                target.clear(PixelRect(origin: place, size: area.size))
                return false
            }
            if reader.hasComplained { note(Damage(reason: reader.message)) }
            for row in 0..<area.size.height {
                guard let pixel = target.pixel(x: place.x, y: place.y + row) else { continue }
                channels.write(row, at: PixelPoint(x: area.minX, y: area.minY + row), to: pixel)
                inks?.convert(
                    UnsafeMutableBufferPointer(
                        start: pixel, count: area.size.width * Raster.bytesPerPixel))
            }
            return !channels.hasAlpha
        }
    }

    /// Leads from a smaller size to the reference grid.
    private struct Scale {
        private let origin: PixelPoint
        private let factor: Int

        init(_ origin: PixelPoint, _ factor: Int) {
            self.origin = origin
            self.factor = factor
        }

        /// The codestream rounds both edges up.
        func size(of whole: PixelSize) -> PixelSize {
            PixelSize(
                width: max(1, reduced(origin.x + whole.width) - reduced(origin.x)),
                height: max(1, reduced(origin.y + whole.height) - reduced(origin.y)))
        }

        /// What an area stands for on the grid.
        func stored(_ area: PixelRect, of whole: PixelSize) -> PixelRect {
            let left = reduced(origin.x) + area.minX
            let top = reduced(origin.y) + area.minY
            let grid = PixelRect(origin: origin, size: whole)
            return PixelRect(
                x: left << factor, y: top << factor, width: area.size.width << factor,
                height: area.size.height << factor
            ).intersection(grid)
        }

        private func reduced(_ place: Int) -> Int { (place + (1 << factor) - 1) >> factor }
    }
}

/// The numbers of a decoded area, channel by channel.
struct JPEG2000Channels {
    /// One channel: colours may be stored for fewer pixels than there are.
    private struct Channel {
        let numbers: UnsafePointer<Int32>
        let size: PixelSize
        let across: Int
        let down: Int
        /// What makes a number one of 16 bits.
        let lowest: Int
        let highest: Int

        init?(_ component: opj_image_comp_t) {
            guard let data = component.data, component.w > 0, component.h > 0,
                (1...31).contains(component.prec), component.dx > 0, component.dy > 0
            else { return nil }
            numbers = UnsafePointer(data)
            size = PixelSize(width: Int(component.w), height: Int(component.h))
            across = Int(component.dx)
            down = Int(component.dy)
            let range = 1 << Int(component.prec)
            lowest = component.sgnd != 0 ? -range / 2 : 0
            highest = lowest + range - 1
        }

        func number(at point: PixelPoint) -> Int {
            let row = min(point.y / down, size.height - 1)
            return Int(numbers[row * size.width + min(point.x / across, size.width - 1)])
        }
    }

    private let colours: [Channel]
    private let alpha: Channel?
    private let colour: JPEG2000Colour
    private let width: Int
    /// What the numbers of colours go through, as 16 bits.
    private let curve: ToneCurve?

    /// `nil` if the area was not decoded, or lacks channels.
    init?(
        _ image: opj_image_t, _ told: JPEG2000Colour, _ area: PixelSize,
        through curve: ToneCurve? = nil
    ) {
        guard let components = image.comps, image.numcomps > 0 else { return nil }
        let all = (0..<Int(image.numcomps)).map { components[$0] }
        let colourful = all.filter { $0.alpha == 0 }
        // A palette has made three channels of one.
        let isGray = told == .gray && colourful.count < 3
        colour = isGray ? .gray : told == .gray ? .rgb : told
        let count = isGray ? 1 : colour == .inks ? 4 : 3
        let channels = colourful.prefix(count).compactMap { Channel($0) }
        guard channels.count == count, channels[0].size == area else { return nil }
        colours = channels
        alpha =
            colour == .inks ? nil : all.first { $0.alpha != 0 }.flatMap { Channel($0) }
        width = area.width
        self.curve = curve
    }

    /// The numbers of a pixel of the area: gray, red, green and blue, or four inks.
    func numbers(at point: PixelPoint) -> [Int] {
        let numbers = colours.map { $0.number(at: point) }
        guard colour == .ycc else { return numbers }
        return Self.rgb(numbers, within: colours[0].lowest...colours[0].highest)
    }

    /// The bits of each of these numbers.
    var bits: Int { (colours[0].highest - colours[0].lowest + 1).trailingZeroBitCount }

    /// Red, green and blue of a brightness and two colours: those that a decoder gives, as of a JPEG.
    private static func rgb(_ numbers: [Int], within range: ClosedRange<Int>) -> [Int] {
        let luma = Float(numbers[0])
        let middle = Float((range.upperBound - range.lowerBound + 1) / 2 + range.lowerBound)
        let (blue, red) = (Float(numbers[1]) - middle, Float(numbers[2]) - middle)
        return [
            luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue,
        ].map { min(max(Int($0.rounded()), range.lowerBound), range.upperBound) }
    }

    var hasAlpha: Bool { alpha != nil }

    /// Writes a row's pixels: red, green, blue and alpha, or four inks.
    ///
    /// Hot: all of a JPEG 2000 passes here.
    func write(_ row: Int, at place: PixelPoint, to target: UnsafeMutablePointer<UInt8>) {
        for (number, channel) in colours.enumerated() {
            if let curve {
                write(channel, row, place, through: curve, to: target + number)
            } else {
                write(channel, row, place, to: target + number)
            }
        }
        switch colour {
        case .gray:
            for pixel in 0..<width {
                target[pixel &* 4 &+ 1] = target[pixel &* 4]
                target[pixel &* 4 &+ 2] = target[pixel &* 4]
            }
        case .ycc: for pixel in 0..<width { Self.convert(target + pixel &* 4) }
        case .rgb, .inks: break
        }
        if let alpha {
            write(alpha, row, place, to: target + 3)
        } else if colour != .inks {
            for pixel in 0..<width { target[pixel &* 4 &+ 3] = 255 }
        }
    }

    /// Writes a channel to every fourth byte.
    private func write(
        _ channel: Channel, _ row: Int, _ place: PixelPoint, to target: UnsafeMutablePointer<UInt8>
    ) {
        let line = min(row / channel.down, channel.size.height - 1) * channel.size.width
        let from = channel.numbers + line
        let (lowest, highest) = (channel.lowest, channel.highest)
        let range = highest - lowest
        guard range != 255 else {
            for pixel in 0..<width {
                let number = Int(from[min(pixel / channel.across, channel.size.width - 1)])
                let code = min(max(number, lowest), highest) - lowest
                target[pixel &* 4] = UInt8(truncatingIfNeeded: code)
            }
            return
        }
        let thresholds = Bayer.row(place.y)
        for pixel in 0..<width {
            let number = Int(from[min(pixel / channel.across, channel.size.width - 1)])
            let share = (min(max(number, lowest), highest) - lowest) * 65535 / range
            let threshold = range < 255 ? 32767 : Int(thresholds[(place.x &+ pixel) & 7])
            target[pixel &* 4] = UInt8(truncatingIfNeeded: (share * 255 + threshold) / 65535)
        }
    }

    /// The same of numbers that go through a curve.
    private func write(
        _ channel: Channel, _ row: Int, _ place: PixelPoint, through curve: ToneCurve,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        let line = min(row / channel.down, channel.size.height - 1) * channel.size.width
        let from = channel.numbers + line
        let (lowest, highest) = (channel.lowest, channel.highest)
        let thresholds = Bayer.row(place.y)
        curve.numbers.withUnsafeBufferPointer { curve in
            for pixel in 0..<width {
                let number = Int(from[min(pixel / channel.across, channel.size.width - 1)])
                let share = min(max(number, lowest), highest) - lowest
                let toned = Int(curve[share * 65535 / (highest - lowest)])
                let sum = toned * 255 + Int(thresholds[(place.x &+ pixel) & 7])
                target[pixel &* 4] = UInt8(truncatingIfNeeded: sum / 65535)
            }
        }
    }

    /// sYCC, as in JPEG (IEC 61966-2-1, annex F).
    private static func convert(_ pixel: UnsafeMutablePointer<UInt8>) {
        let luma = Float(pixel[0])
        let (blue, red) = (Float(pixel[1]) - 128, Float(pixel[2]) - 128)
        pixel[0] = code(luma + 1.402 * red)
        pixel[1] = code(luma - 0.344136 * blue - 0.714136 * red)
        pixel[2] = code(luma + 1.772 * blue)
    }

    private static func code(_ share: Float) -> UInt8 { UInt8(min(max(share + 0.5, 0), 255)) }
}
