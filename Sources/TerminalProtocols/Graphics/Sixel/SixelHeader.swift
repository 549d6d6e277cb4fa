import Imaging

/// What precedes the sixels: `ESC P 7;1;q`, the raster attributes, and the registers.
struct SixelHeader {
    let size: PixelSize
    let palette: Palette

    func write(into output: inout [UInt8]) {
        Self.introduce(size, into: &output)
        for (register, colour) in palette.percents.enumerated() {
            output.append(
                contentsOf: "#\(register);2;\(colour.red);\(colour.green);\(colour.blue)".utf8)
        }
    }

    /// What precedes the registers.
    static func introduce(_ size: PixelSize, into output: inout [UInt8]) {
        // P1 7 is an aspect of 1:1 where the raster attributes are not heeded; P2 1 leaves what is
        // not drawn alone, so no terminal clears what is about to be drawn over.
        output.append(contentsOf: [Ascii.escape])
        output.append(contentsOf: "P7;1;q\"1;1;\(size.width);\(size.height)".utf8)
    }
}
