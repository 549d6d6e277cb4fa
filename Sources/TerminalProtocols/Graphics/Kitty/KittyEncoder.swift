package import Imaging

/// Writes pictures into a kitty terminal's store.
package struct KittyEncoder: Sendable {
    /// Makes a shared object of so many bytes, filled by the closure; nil where that did not succeed.
    package typealias Share =
        @Sendable (_ byteCount: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) -> KittyShare?

    private let png: @Sendable (Raster) -> [UInt8]
    private let share: Share?

    /// - Parameters:
    ///   - png: makes an opaque PNG, as fast as can be.
    ///   - share: nil where terminal and program share no machine.
    package init(png: @escaping @Sendable (Raster) -> [UInt8], share: Share? = nil) {
        self.png = png
        self.share = share
    }

    /// Appends the bytes that store an opaque raster under an id; nothing is shown.
    package func transmit(_ raster: Raster, as image: Int, into output: inout [UInt8]) {
        if let share,
            let place = share(
                OpaqueSamples.byteCount(of: raster), { OpaqueSamples.copy(raster, to: $0) })
        {
            let size = "f=24,s=\(raster.size.width),v=\(raster.size.height)"
            KittyCommand.append(
                "a=t,t=\(place.letter),\(size),S=\(OpaqueSamples.byteCount(of: raster)),i=\(image),q=1",
                payload: place.name[...], to: &output)
        } else {
            KittyCommand.append("a=t,t=d,f=100,i=\(image)", chunking: png(raster), to: &output)
        }
    }

    /// Appends the bytes that show an opaque raster where the cursor is; nothing is answered.
    package func print(_ raster: Raster, into output: inout [UInt8]) {
        KittyCommand.append(
            "a=T,t=d,f=100", chunking: png(raster), hiding: .everything, to: &output)
    }
}
