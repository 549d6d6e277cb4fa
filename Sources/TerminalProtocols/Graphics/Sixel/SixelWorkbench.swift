import Imaging

/// What one thread needs to turn bands of pixels into sixels.
///
/// Unchecked: `SixelWorkshop` lends it to one thread at a time.
final class SixelWorkbench: @unchecked Sendable {
    private let tables: SixelTables
    private lazy var anchored = AnchoredDither(tables.moving)
    private lazy var diffusion = ErrorDiffusion(tables.atRest)
    private var band: SixelBand?
    private let cache: BandCache

    /// Bands that error diffusion runs through above a strip before it counts.
    private static let leadIn = 2

    init(_ tables: SixelTables, sharing cache: BandCache) {
        self.tables = tables
        self.cache = cache
    }

    func encode(_ strip: FrameStrip, into output: inout [UInt8]) {
        let band = band(width: strip.frame.raster.size.width)
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
        guard strip.frame.fineness == .moving else {
            quantise(strip, number, on: band)
            return band.write(rows: rows.count, into: &output)
        }
        let key = BandCache.Key(rows, of: strip.frame)
        if let text = cache.text(of: key) { return output.append(contentsOf: text) }
        quantise(strip, number, on: band)
        let start = output.count
        band.write(rows: rows.count, into: &output)
        cache.keep(Array(output[start...]), of: key)
    }

    private func band(width: Int) -> SixelBand {
        if let band, band.width == width { return band }
        let new = SixelBand(width: width)
        band = new
        return new
    }

    private func prepare(_ strip: FrameStrip, on band: SixelBand) {
        guard strip.frame.fineness == .atRest else { return }
        diffusion.begin(width: strip.frame.raster.size.width)
        let first = strip.bands.lowerBound
        for number in max(0, first - Self.leadIn)..<first { quantise(strip, number, on: band) }
    }

    private func quantise(_ strip: FrameStrip, _ number: Int, on band: SixelBand) {
        let frame = strip.frame
        let rows = strip.rows(of: number)
        switch frame.fineness {
        case .moving:
            anchored.quantise(
                rows, of: frame.raster, at: frame.anchor, into: band.columns.base)
        case .atRest: diffusion.quantise(rows, of: frame.raster, into: band.columns.base)
        }
    }
}
