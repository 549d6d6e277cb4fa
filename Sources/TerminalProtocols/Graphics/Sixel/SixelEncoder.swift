package import Imaging

/// Writes frames as sixel: from `ESC P` to `ST`, no cursor movement.
///
/// Every pixel is drawn, every register from 0 on is defined once in each string, and all bytes
/// are 7-bit: what xterm, mlterm, foot and konsole agree on.
package struct SixelEncoder: GraphicsEncoder {
    private let palette: Palette
    private let workshop: SixelWorkshop

    /// - Precondition: the palette has at most 256 colours.
    package init(palette: Palette) {
        precondition(palette.colours.count <= 256, "registers are bytes")
        self.palette = palette
        workshop = SixelWorkshop(palette)
    }

    /// How many bands of moving frames were encoded so far, and not found among those of before.
    package var encodedMovingBands: Int { workshop.encodedBands }

    package func encode(_ frame: Frame, into output: inout [UInt8]) {
        encode(FrameStrip(frame), into: &output)
    }

    /// Appends the bytes of one strip: those of all strips of a frame, in order, are its string.
    ///
    /// Strips may be encoded side by side. At rest their number shows in the last bit of the dither:
    /// error diffusion begins anew a few rows above each strip.
    package func encode(_ strip: FrameStrip, into output: inout [UInt8]) {
        let size = strip.frame.raster.size
        guard !size.isEmpty else { return }
        if strip.isFirst { SixelHeader(size: size, palette: palette).write(into: &output) }
        workshop.lend { bench in bench.encode(strip, into: &output) }
        if strip.isLast { output.append(contentsOf: [Ascii.escape, Ascii.backslash]) }
    }
}
