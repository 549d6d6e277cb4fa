package import Imaging

/// Writes pictures into a kitty terminal's store.
package struct KittyEncoder: Sendable {
    /// Makes a shared object of so many bytes, filled by the closure; nil where that did not succeed.
    package typealias Share =
        @Sendable (
            _ medium: KittyMedium, _ byteCount: Int,
            _ fill: (UnsafeMutableRawBufferPointer) -> Void
        ) -> KittyShare?

    private let png: @Sendable (Raster) -> [UInt8]
    private let share: Share?

    /// - Parameters:
    ///   - png: makes an opaque PNG, as fast as can be.
    ///   - share: nil where terminal and program share no machine.
    package init(png: @escaping @Sendable (Raster) -> [UInt8], share: Share? = nil) {
        self.png = png
        self.share = share
    }

    /// An opaque raster for the terminal's store; sent directly where it cannot be shared.
    package func payload(of raster: Raster, by medium: KittyMedium) -> KittyPayload {
        let byteCount = OpaqueSamples.byteCount(of: raster)
        guard medium != .direct,
            let share = share?(medium, byteCount, { OpaqueSamples.copy(raster, to: $0) })
        else { return KittyPayload(png: png(raster)) }
        return KittyPayload(raster.size, byteCount: byteCount, in: share)
    }

    /// Appends the bytes that show an opaque raster where the cursor is; nothing is answered.
    // Sent raw it costs us 20 ms less, and the terminal more. 1280x720 (a photo, a nebula, an astronaut)
    // in kitty 0.26, until it answers a question behind the picture, least and median of 7, means of three:
    //     PNG            1.53 MB   56, 106 ms
    //     raw            3.70 MB   86, 151 ms
    //     raw, zlib 1    2.27 MB   72, 117 ms, and 53 ms for us
    // A file or shared memory (t=t, t=s) is quicker than all of these, but what is printed must hold the
    // picture: it may be kept, piped, or shown by another machine, and nobody asks here.
    package func print(_ raster: Raster, into output: inout [UInt8]) {
        KittyCommand.append(
            "a=T,t=d,f=100", chunking: png(raster), hiding: .everything, to: &output)
    }
}
