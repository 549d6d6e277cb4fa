package import Imaging
import Synchronization

/// An encoder of frames as sixel strings, from `ESC P` to `ST`, without cursor movement.
///
/// The strings use only features that xterm, mlterm, foot and Konsole have in common: every pixel
/// is drawn, no string defines a register twice, and all bytes are 7-bit.
package struct SixelEncoder: Sendable {
    private let tables: SixelTables
    private let scratchPool: SixelScratchPool

    /// Creates an encoder with a palette.
    ///
    /// - Precondition: the palette has at most `Palette.limit` colours.
    package init(palette: Palette) {
        precondition(palette.colours.count <= Palette.limit, "more than a terminal has")
        tables = SixelTables(palette)
        scratchPool = SixelScratchPool(tables)
    }

    /// The number of moving bands that have been encoded because they were not cached.
    package var encodedMovingBands: Int { scratchPool.encodedBands }

    /// Returns the colours of moving frames as the terminal shows them.
    package func colours(of quality: MovingQuality) -> [RGBColour] {
        tables.moving(limit: quality.registers).palette.colours
    }

    package func encode(_ frame: Frame, into output: inout [UInt8]) {
        encode(FrameStrip(frame), into: &output)
    }

    /// Appends the bytes of one strip; the strips of a frame, in order, form the frame's string.
    ///
    /// Strips may be encoded in parallel. At rest, the number of strips slightly changes the
    /// dithering, because error diffusion starts a few rows above each strip.
    package func encode(_ strip: FrameStrip, into output: inout [UInt8]) {
        let size = strip.frame.raster.size
        guard !size.isEmpty else { return }
        if strip.isFirst {
            let palette = tables.table(for: strip.frame).palette
            SixelHeader(size: size, palette: palette).write(into: &output)
        }
        scratchPool.lend { scratch in scratch.encode(strip, into: &output) }
        if strip.isLast { output.append(contentsOf: [Ascii.escape, Ascii.backslash]) }
    }

    /// Returns a frame's string, which defines only the registers that the frame uses.
    ///
    /// This method suits strips that a pan makes visible, which are small compared with 128
    /// definitions.
    package func encodeThriftily(_ frame: Frame) -> [UInt8] {
        let size = frame.raster.size
        guard !size.isEmpty else { return [] }
        var text: [UInt8] = []
        scratchPool.lend { scratch in scratch.encode(FrameStrip(frame), into: &text) }
        var output: [UInt8] = []
        let (dense, registers) = SixelHeader.renumbered(text)
        SixelHeader(size: size, palette: tables.table(for: frame).palette)
            .write(only: registers, into: &output)
        return output + dense + [Ascii.escape, Ascii.backslash]
    }
}

/// The header before the sixels: `ESC P 7;1;q`, raster attributes and register definitions.
struct SixelHeader {
    let size: PixelSize
    let palette: Palette

    /// Writes the header with all registers, or with those in `used`, renumbered from 0.
    func write(only used: [Int]? = nil, into output: inout [UInt8]) {
        Self.introduce(size, into: &output)
        let colours = used.map { $0.map { palette.percents[$0] } } ?? palette.percents
        for (register, colour) in colours.enumerated() {
            output.append(
                contentsOf: "#\(register);2;\(colour.red);\(colour.green);\(colour.blue)".utf8)
        }
    }

    /// Returns sixels with registers renumbered from 0 without gaps, and the original number of
    /// each register.
    static func renumbered(_ text: [UInt8]) -> (text: [UInt8], registers: [Int]) {
        var (registers, numbers): ([Int], [Int: Int]) = ([], [:])
        var output: [UInt8] = []
        var rest = text[...]
        while let sign = rest.firstIndex(of: UInt8(ascii: "#")) {
            let digits = rest[(sign + 1)...].prefix { (0x30...0x39).contains($0) }
            let register = digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
            let number = numbers[register] ?? registers.count
            if number == registers.count { registers.append(register) }
            numbers[register] = number
            output += rest[..<sign]
            output += "#\(number)".utf8
            rest = rest[digits.endIndex...]
        }
        return (output + rest, registers)
    }

    static func introduce(_ size: PixelSize, into output: inout [UInt8]) {
        // P1 = 7 means an aspect ratio of 1:1 for terminals that ignore the raster attributes. P2 =
        // 1 leaves undrawn pixels unchanged, so that no terminal clears the old picture first.
        output.append(contentsOf: [Ascii.escape])
        output.append(contentsOf: "P7;1;q\"1;1;\(size.width);\(size.height)".utf8)
    }
}

/// A pool that keeps scratch memory between frames, so that it need not be allocated again.
final class SixelScratchPool: Sendable {
    private let tables: SixelTables
    private let cache = BandCache()
    private let idle = Mutex<[SixelScratch]>([])

    init(_ tables: SixelTables) { self.tables = tables }

    var encodedBands: Int { cache.encodedBands }

    /// Calls `work` with scratch memory that no other thread uses at the same time.
    func lend(_ work: (SixelScratch) -> Void) {
        let scratch = idle.withLock { $0.popLast() } ?? SixelScratch(tables, sharing: cache)
        work(scratch)
        idle.withLock { $0.append(scratch) }
    }
}

/// The scratch memory of one thread that encodes bands.
///
/// `@unchecked Sendable`: `SixelScratchPool` gives an object to one thread at a time.
final class SixelScratch: @unchecked Sendable {
    private let tables: SixelTables
    private var anchored: [DitherKey: StableOrderedDither] = [:]
    private lazy var diffusion = ErrorDiffusion(tables.atRest)
    private var band: SixelBand?
    private let cache: BandCache

    private struct DitherKey: Hashable {
        let registers: Int
        let isDithered: Bool
    }

    /// The distance above a strip, in bands, at which error diffusion starts.
    private static let leadIn = 2

    init(_ tables: SixelTables, sharing cache: BandCache) {
        self.tables = tables
        self.cache = cache
    }

    func encode(_ strip: FrameStrip, into output: inout [UInt8]) {
        let band = band(for: strip.frame)
        prepare(strip, on: band)
        for number in strip.bands {
            if number > 0 { output.append(Ascii.graphicsNewLine) }
            write(strip, number, by: band, into: &output)
        }
    }

    private func write(
        _ strip: FrameStrip, _ number: Int, by band: SixelBand, into output: inout [UInt8]
    ) {
        let rows = strip.rows(of: number)
        guard strip.frame.quality == .moving else {
            quantise(strip, number, on: band)
            return band.write(rows: rows.count, into: &output)
        }
        let key = BandCache.Key(rows, of: strip.frame)
        if let text = cache.text(of: key) { return output.append(contentsOf: text) }
        quantise(strip, number, on: band)
        let start = output.count
        band.write(rows: rows.count, into: &output)
        cache.store(Array(output[start...]), of: key)
    }

    private func band(for frame: Frame) -> SixelBand {
        let width = frame.raster.size.width
        let count = tables.table(for: frame).palette.colours.count
        if let band, band.width == width, band.registerCount == count { return band }
        let new = SixelBand(width: width, registerCount: count)
        band = new
        return new
    }

    private func prepare(_ strip: FrameStrip, on band: SixelBand) {
        guard strip.frame.quality == .atRest else { return }
        diffusion.begin(width: strip.frame.raster.size.width)
        let first = strip.bands.lowerBound
        for number in max(0, first - Self.leadIn)..<first { quantise(strip, number, on: band) }
    }

    private func quantise(_ strip: FrameStrip, _ number: Int, on band: SixelBand) {
        let frame = strip.frame
        let rows = strip.rows(of: number)
        switch frame.quality {
        case .moving:
            dither(for: frame.movingQuality, isDithered: frame.movingQuality.isDithered)
                .quantise(rows, of: frame.raster, at: frame.anchor, into: band.columns.base)
            quantiseFlatAreas(rows, of: frame, on: band)
        case .atRest: diffusion.quantise(rows, of: frame.raster, into: band.columns.base)
        }
    }

    private func quantiseFlatAreas(_ rows: Range<Int>, of frame: Frame, on band: SixelBand) {
        for area in frame.flatAreas {
            let shared = rows.clamped(to: area.minY..<area.maxY)
            guard !shared.isEmpty, frame.movingQuality.isDithered else { continue }
            dither(for: frame.movingQuality, isDithered: false).quantise(
                shared, of: frame.raster, at: frame.anchor, only: area.minX..<area.maxX,
                into: band.columns.base + (shared.lowerBound - rows.lowerBound))
        }
    }

    private func dither(for quality: MovingQuality, isDithered: Bool) -> StableOrderedDither {
        let key = DitherKey(registers: quality.registers, isDithered: isDithered)
        if let known = anchored[key] { return known }
        let new = StableOrderedDither(
            tables.moving(limit: quality.registers), isDithered: isDithered)
        anchored[key] = new
        return new
    }
}

/// Consecutive bands of a frame, which are encoded by one thread.
package struct FrameStrip: Sendable {
    package let frame: Frame
    /// The indices of the bands, each of six rows, from the frame's top.
    package let bands: Range<Int>

    package static let bandHeight = 6

    package init(_ frame: Frame) { self.init(frame, bands: 0..<Self.bandCount(of: frame)) }

    private init(_ frame: Frame, bands: Range<Int>) {
        self.frame = frame
        self.bands = bands
    }

    /// Returns a frame divided into at most `count` strips.
    package static func strips(of frame: Frame, count: Int) -> [FrameStrip] {
        let bands = bandCount(of: frame)
        let count = max(1, min(count, bands))
        return (0..<count).map { strip in
            FrameStrip(frame, bands: bands * strip / count..<bands * (strip + 1) / count)
        }
    }

    /// A number of bytes that a strip seldom exceeds: photos at rest take 1 to 3 bytes per pixel.
    ///
    /// Unused capacity costs nothing because it is never touched, but an array that grows is copied
    /// at each doubling.
    package var likelyBytes: Int {
        let bytesPerPixel = frame.quality == .atRest ? 3 : 1
        return bands.count * Self.bandHeight * frame.raster.size.width * bytesPerPixel
    }

    var isFirst: Bool { bands.lowerBound == 0 }
    var isLast: Bool { bands.upperBound == Self.bandCount(of: frame) }

    /// Returns the rows of a band; the last band may have fewer than six rows.
    func rows(of band: Int) -> Range<Int> {
        let top = band * Self.bandHeight
        return top..<min(top + Self.bandHeight, frame.raster.size.height)
    }

    private static func bandCount(of frame: Frame) -> Int {
        (frame.raster.size.height + bandHeight - 1) / bandHeight
    }
}
