package import Imaging
package struct BlockEncoder: GraphicsEncoder {
    let origin: CellPosition?
    package init(glyphs: BlockGlyphs, colours: ColourDepth, origin: CellPosition?) { self.origin = origin }
    package func encode(_ frame: Frame, into output: inout [UInt8]) {
        let r = frame.raster
        for row in 0..<(r.size.height + 1) / 2 {
            if let origin { ControlSequence.moveCursor(CellPosition(row: origin.row + row, column: origin.column)).append(to: &output) } else if row > 0 { output.append(10) }
            for x in 0..<r.size.width {
                func c(_ y: Int) -> RGBColour { let i = (min(y, r.size.height - 1) * r.size.width + x) * 4; return RGBColour(red: r.pixels[i], green: r.pixels[i+1], blue: r.pixels[i+2]) }
                ControlSequence.foreground(c(row*2)).append(to: &output); ControlSequence.background(c(row*2+1)).append(to: &output)
                output += Array("▀".utf8)
            }
            ControlSequence.plain.append(to: &output)
        }
    }
}
