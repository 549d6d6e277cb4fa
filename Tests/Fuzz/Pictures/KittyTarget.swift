import Fuzzing
import Imaging
import TerminalProtocols
import TestSupport

/// The picture in a kitty terminal's store is identical.
enum KittyTarget: FuzzTarget {
    static let name = "kitty"

    static func take(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let picture = FuzzedPicture(&input).raster
        let encoder = KittyEncoder(png: { PlainPNG.bytes(of: $0) })
        let payload = encoder.payload(of: picture, by: .direct)
        var terminal = KittyReader(cell: CellMetrics(width: 8, height: 16))
        try terminal.read(payload.bytes(storing: 7))
        try expect(terminal.images[7]?.pixels == picture.pixels, "the picture comes back changed")
    }
}
