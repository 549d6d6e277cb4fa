import Fuzzing
import Imaging
import TerminalProtocols
import TestSupport

/// An inline image of iTerm2 is identical to the picture.
enum ITerm2Target: FuzzTarget {
    static let name = "iterm2"

    static func take(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let picture = FuzzedPicture(&input)
        let frame = Frame(raster: picture.raster, anchor: picture.anchor, quality: .atRest)
        var output: [UInt8] = []
        ITerm2Encoder(png: { PlainPNG.bytes(of: $0) }).encode(frame, into: &output)
        try expect(
            ITerm2Reader(output).raster.pixels == picture.raster.pixels, "it comes back changed")
    }
}
