internal import TerminalProtocols

/// A picture for a terminal that speaks kitty's protocol, where nothing is to be kept.
struct PrintedKitty: GraphicsEncoder {
    let encoder: KittyEncoder

    func encode(_ frame: Frame, into output: inout [UInt8]) {
        encoder.print(frame.raster, into: &output)
    }
}
