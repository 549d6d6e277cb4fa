import Fuzzing
import Imaging
import TerminalProtocols
import TestSupport

/// A sixel string draws every pixel, and a drawing of few colours is restored exactly.
enum SixelTarget: FuzzTarget {
    static let name = "sixel"

    static func take(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let quality = input.flag() ? RenderQuality.moving : .atRest
        let picture = FuzzedPicture(&input)
        let palette = PaletteBuilder(registers: picture.registers).palette(of: picture.raster)
        try expect(palette.colours.count <= picture.registers, "more colours than registers")
        let frame = Frame(raster: picture.raster, anchor: picture.anchor, quality: quality)
        var output: [UInt8] = []
        SixelEncoder(palette: palette).encode(frame, into: &output)
        let reader = try SixelReader(output)
        try expect(reader.size == picture.raster.size, "another size is drawn")
        guard picture.isDrawing else { return }
        try expect(reader.raster.pixels == picture.raster.pixels, "a drawing comes back changed")
    }
}
