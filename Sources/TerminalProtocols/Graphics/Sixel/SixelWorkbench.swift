import Imaging

/// What one thread needs to turn bands of pixels into sixels.
///
/// Unchecked: `SixelWorkshop` lends it to one thread at a time.
final class SixelWorkbench: @unchecked Sendable {
    private let palette: Palette
    // Made when they are needed: a picture that is printed never moves.
    private lazy var anchored = AnchoredDither(palette)
    private lazy var diffusion = ErrorDiffusion(palette)
    private var band: SixelBand?

    /// Bands that error diffusion runs through above a strip before it counts.
    private static let leadIn = 2

    init(_ palette: Palette) {
        self.palette = palette
    }

    func encode(_ strip: FrameStrip, into output: inout [UInt8]) {
        let band = band(width: strip.frame.raster.size.width)
        prepare(strip, on: band)
        for number in strip.bands {
            if number > 0 { output.append(Ascii.graphicsNewLine) }
            quantise(strip, number, on: band)
            band.write(rows: strip.rows(of: number).count, into: &output)
        }
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
