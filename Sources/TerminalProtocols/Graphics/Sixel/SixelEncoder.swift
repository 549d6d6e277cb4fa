package import Imaging

/// Writes frames as sixel: from `ESC P` to `ST`, no cursor movement.
///
/// Every pixel is drawn, every register from 0 on is defined once in each string, and all bytes
/// are 7-bit: what xterm, mlterm, foot and konsole agree on.
package struct SixelEncoder: GraphicsEncoder {
    private let palette: Palette
    private let anchored: AnchoredDither

    /// - Precondition: the palette has at most 256 colours.
    package init(palette: Palette) {
        precondition(palette.colours.count <= 256, "registers are bytes")
        self.palette = palette
        anchored = AnchoredDither(palette)
    }

    package func encode(_ frame: Frame, into output: inout [UInt8]) {
        guard !frame.raster.size.isEmpty else { return }
        SixelHeader(size: frame.raster.size, palette: palette).write(into: &output)
        let height = frame.raster.size.height
        var band = SixelBand(width: frame.raster.size.width)
        var diffusion = ErrorDiffusion(palette, width: frame.raster.size.width)
        for top in stride(from: 0, to: height, by: RegisterColumns.rows) {
            let rows = top..<min(top + RegisterColumns.rows, height)
            if top > 0 { output.append(Ascii.graphicsNewLine) }
            band.columns.withUnsafeMutableBufferPointer { columns in
                guard let columns = columns.baseAddress else { return }
                switch frame.fineness {
                case .moving:
                    anchored.quantise(rows, of: frame.raster, at: frame.anchor, into: columns)
                case .atRest: diffusion.quantise(rows, of: frame.raster, into: columns)
                }
            }
            band.write(rows: rows.count, into: &output)
        }
        output.append(contentsOf: [Ascii.escape, Ascii.backslash])
    }
}
