package import Imaging

/// Writes pictures into a kitty terminal's store.
package struct KittyEncoder: Sendable {
    /// Makes a shared object of so many bytes, filled by the closure; nil where that did not succeed.
    package typealias Share =
        @Sendable (
            _ medium: KittyMedium, _ byteCount: Int,
            _ fill: (UnsafeMutableRawBufferPointer) -> Void
        ) -> KittyTransport?

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
        let byteCount = raster.opaqueByteCount
        guard medium != .direct, let share = share?(medium, byteCount, raster.copyOpaque)
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
        KittyCommand.begin("a=T,t=d,f=100", to: &output)
        KittyCommand.appendRest(chunking: png(raster), hiding: .everything, to: &output)
    }
}

/// A picture laid out for kitty's store, complete but for the number it is stored under.
///
/// Made off the event loop, which only puts the number in: base64 of a megapixel takes milliseconds.
package struct KittyPayload: Hashable, Sendable {
    /// The keys of the first command, such as `a=t,t=d,f=100`.
    let keys: String
    /// What follows the number: `,q=1,m=0;` and so on, to the end of the last command.
    let rest: [UInt8]
    /// Where the terminal is to find the samples; nil where they are in the bytes.
    package let share: KittyTransport?

    package var byteCount: Int { keys.utf8.count + rest.count }
}

extension KittyPayload {
    /// A picture inside the escape sequences.
    init(png: [UInt8]) {
        var rest: [UInt8] = []
        KittyCommand.appendRest(chunking: png, to: &rest)
        self.init(keys: "a=t,t=d,f=100", rest: rest, share: nil)
    }

    /// A picture that lies in a shared object.
    init(_ size: PixelSize, byteCount: Int, in share: KittyTransport) {
        var rest = Array(",q=\(KittyCommand.Quiet.success.rawValue)".utf8)
        KittyCommand.end(with: share.name[...], to: &rest)
        self.init(
            keys: "a=t,t=\(share.letter),f=24,s=\(size.width),v=\(size.height),S=\(byteCount)",
            rest: rest, share: share)
    }

    /// The bytes that store the picture under a number; nothing is shown.
    package func bytes(storing image: Int) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(byteCount + 24)
        KittyCommand.begin("\(keys),i=\(image)", to: &output)
        output.append(contentsOf: rest)
        return output
    }
}

/// Where a terminal on this machine finds a picture's samples.
package enum KittyTransport: Hashable, Sendable {
    /// A POSIX shared memory object, which the terminal unlinks.
    case sharedMemory(name: String)
    /// A temporary file, which the terminal deletes.
    ///
    /// It does so only for a name with `tty-graphics-protocol` in a folder for temporary files.
    case file(path: String)

    var letter: String {
        switch self {
        case .sharedMemory: "s"
        case .file: "t"
        }
    }

    var name: [UInt8] {
        switch self {
        case .sharedMemory(let name), .file(path: let name): Array(name.utf8)
        }
    }
}

extension Raster {
    /// Three bytes a pixel: red, green and blue, without alpha.
    fileprivate var opaqueByteCount: Int { pixels.count / Self.bytesPerPixel * 3 }

    /// Hot: over all pixels of each picture sent.
    ///
    /// - Precondition: the buffer has `opaqueByteCount` bytes.
    fileprivate func copyOpaque(to buffer: UnsafeMutableRawBufferPointer) {
        precondition(buffer.count == opaqueByteCount, "three bytes a pixel")
        let count = pixels.count / Self.bytesPerPixel
        guard count > 0, let output = buffer.baseAddress else { return }
        pixels.withUnsafeBytes { pixels in
            guard let input = pixels.baseAddress else { return }
            // Four bytes are stored, the fourth is overwritten by the next pixel.
            for pixel in 0..<count &- 1 {
                let sample = input.loadUnaligned(fromByteOffset: pixel &* 4, as: UInt32.self)
                output.storeBytes(of: sample, toByteOffset: pixel &* 3, as: UInt32.self)
            }
            (output + (count &- 1) &* 3).copyMemory(from: input + (count &- 1) &* 4, byteCount: 3)
        }
    }
}
