package import Imaging

/// An encoder of pictures for the store of a kitty terminal.
package struct KittyEncoder: Sendable {
    /// A function that creates a shared object of `byteCount` bytes and lets `fill` write them; the
    /// result is `nil` on failure.
    package typealias Share =
        @Sendable (
            _ medium: KittyMedium, _ byteCount: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void
        ) -> KittyTransport?

    private let png: @Sendable (Raster) -> [UInt8]
    private let share: Share?

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - png: encodes an opaque raster as PNG, as fast as possible.
    ///   - share: creates shared objects; `nil` if the terminal and the program are on different
    ///     machines.
    package init(png: @escaping @Sendable (Raster) -> [UInt8], share: Share? = nil) {
        self.png = png
        self.share = share
    }

    /// The bytes that remove all of the terminal's pictures from its screen and its store.
    package static let removal: [UInt8] = {
        var output: [UInt8] = []
        KittyCommand.append("a=d,d=A,q=2", to: &output)
        return output
    }()

    /// Returns a raster encoded for the terminal's store.
    ///
    /// The raster is sent directly if it cannot be shared, or if it is not opaque, because
    /// translucent pictures are small.
    package func payload(of raster: Raster, by medium: KittyMedium) -> KittyPayload {
        guard raster.isOpaque else { return KittyPayload(translucent: raster) }
        let byteCount = raster.opaqueByteCount
        guard medium != .direct, let share = share?(medium, byteCount, raster.copyOpaque)
        else { return KittyPayload(png: png(raster)) }
        return KittyPayload(raster.size, byteCount: byteCount, in: share)
    }

    /// Appends the bytes that show an opaque raster at the cursor and suppress replies.
    // A raw raster costs this program 20 ms less but the terminal more. The table gives the least
    // and the median time of 7 runs until kitty 0.26 answers a query after a picture of 1280x720
    // (means of a photo, a nebula and an astronaut):
    //     PNG            1.53 MB   56, 106 ms
    //     raw            3.70 MB   86, 151 ms
    //     raw, zlib 1    2.27 MB   72, 117 ms, and 53 ms for this program
    // A file or shared memory (t=t, t=s) is faster. But output that is stored, piped or shown on
    // another machine must contain the picture.
    package func print(
        _ raster: Raster, by medium: KittyMedium = .direct, into output: inout [UInt8]
    ) {
        send(raster, action: "T", by: medium, into: &output)
    }

    /// Appends the command `action` with an opaque raster; `keys` may contain the image number.
    func send(
        _ raster: Raster, action: String, _ keys: String = "", by medium: KittyMedium,
        into output: inout [UInt8]
    ) {
        let (size, byteCount) = (raster.size, raster.opaqueByteCount)
        guard medium != .direct, let share = share?(medium, byteCount, raster.copyOpaque) else {
            KittyCommand.begin("a=\(action),t=d,f=100\(keys)", to: &output)
            return KittyCommand.appendRest(
                chunking: png(raster), hiding: .everything, to: &output)
        }
        KittyCommand.append(
            "a=\(action),t=\(share.letter),f=24,s=\(size.width),v=\(size.height),S=\(byteCount)"
                + "\(keys),q=\(KittyCommand.Quiet.everything.rawValue)",
            payload: share.name[...], to: &output)
    }
}

/// A picture encoded for kitty's store, except for its number.
///
/// The payload is made outside the event loop, which only adds the number, because the base64 of a
/// megapixel takes milliseconds.
package struct KittyPayload: Hashable, Sendable {
    /// The keys of the first command, such as `a=t,t=d,f=100`.
    let keys: String
    /// The bytes after the image number: from `,q=1` to the end of the last command.
    let rest: [UInt8]
    /// The shared object with the pixels; `nil` if the escape sequences contain the pixels.
    package let share: KittyTransport?

    package var byteCount: Int { keys.utf8.count + rest.count }
}

extension KittyPayload {
    /// Creates a picture whose PNG is in the escape sequences.
    init(png: [UInt8]) {
        var rest: [UInt8] = []
        KittyCommand.appendRest(chunking: png, to: &rest)
        self.init(keys: "a=t,t=d,f=100", rest: rest, share: nil)
    }

    /// Creates a picture with alpha, whose unchanged pixels are in the escape sequences.
    fileprivate init(translucent raster: Raster) {
        var rest: [UInt8] = []
        KittyCommand.appendRest(chunking: raster.pixels, to: &rest)
        let size = raster.size
        self.init(keys: "a=t,t=d,f=32,s=\(size.width),v=\(size.height)", rest: rest, share: nil)
    }

    /// Creates a picture whose pixels are in a shared object.
    init(_ size: PixelSize, byteCount: Int, in share: KittyTransport) {
        var rest = Array(",q=\(KittyCommand.Quiet.success.rawValue)".utf8)
        KittyCommand.end(with: share.name[...], to: &rest)
        self.init(
            keys: "a=t,t=\(share.letter),f=24,s=\(size.width),v=\(size.height),S=\(byteCount)",
            rest: rest, share: share)
    }

    /// Returns the bytes that store the picture as number `image` without showing it.
    ///
    /// A transient picture is needed only briefly, so the terminal need not write it to a disk.
    package func bytes(storing image: Int, isTransient: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(byteCount + 24)
        KittyCommand.begin("\(keys),i=\(image)" + (isTransient ? ",N=1" : ""), to: &output)
        output.append(contentsOf: rest)
        return output
    }
}

extension Raster {
    /// The number of bytes without alpha: red, green and blue of each pixel.
    fileprivate var opaqueByteCount: Int { pixels.count / Self.bytesPerPixel * 3 }

    /// Copies the pixels without alpha.
    ///
    /// Hot: runs over all pixels of each picture that is sent.
    ///
    /// - Precondition: the buffer has `opaqueByteCount` bytes.
    fileprivate func copyOpaque(to buffer: UnsafeMutableRawBufferPointer) {
        precondition(buffer.count == opaqueByteCount, "three bytes a pixel")
        let count = pixels.count / Self.bytesPerPixel
        guard count > 0, let output = buffer.baseAddress else { return }
        pixels.withUnsafeBytes { pixels in
            guard let input = pixels.baseAddress else { return }
            // The fourth byte is overwritten by the next pixel.
            for pixel in 0..<count &- 1 {
                let sample = input.loadUnaligned(fromByteOffset: pixel &* 4, as: UInt32.self)
                output.storeBytes(of: sample, toByteOffset: pixel &* 3, as: UInt32.self)
            }
            (output + (count &- 1) &* 3).copyMemory(from: input + (count &- 1) &* 4, byteCount: 3)
        }
    }
}

/// A writer of commands of kitty's graphics protocol: `ESC _ G keys ; payload ST`.
enum KittyCommand {
    static func append(_ keys: String, payload: ArraySlice<UInt8> = [], to output: inout [UInt8]) {
        begin(keys, to: &output)
        end(with: payload, to: &output)
    }

    /// The replies to suppress (key q); each command of a split payload must repeat this key.
    enum Quiet: Int {
        case success = 1
        case everything = 2
    }

    /// Appends a payload, split into as many commands as necessary; the first command has already
    /// begun.
    static func appendRest(
        chunking payload: [UInt8], hiding quiet: Quiet = .success, to output: inout [UInt8]
    ) {
        output.reserveCapacity(
            output.count + Base64.count(of: payload.count) * (chunkCharacters + 24)
                / chunkCharacters)
        for start in stride(from: 0, to: max(1, payload.count), by: chunkBytes) {
            let end = min(start + chunkBytes, payload.count)
            if start > 0 { begin("", to: &output) }
            let keys = "q=\(quiet.rawValue),m=\(end < payload.count ? 1 : 0)"
            output.append(contentsOf: (start > 0 ? keys : "," + keys).utf8)
            self.end(with: payload[start..<end], to: &output)
        }
    }

    /// Appends a payload and ends the command.
    static func end(with payload: ArraySlice<UInt8>, to output: inout [UInt8]) {
        if !payload.isEmpty {
            output.append(UInt8(ascii: ";"))
            Base64.append(payload, to: &output)
        }
        output.append(contentsOf: [Ascii.escape, Ascii.backslash])
    }

    /// Begins a command with keys; further keys may follow.
    static func begin(_ keys: String, to output: inout [UInt8]) {
        output.append(contentsOf: introducer)
        output.append(contentsOf: keys.utf8)
    }

    /// Returns the commands with all replies suppressed, even errors; queries (a=q) are still
    /// answered.
    static func silenced(_ commands: [UInt8]) -> [UInt8] {
        var output = commands
        var index = commands.startIndex
        while let start = commands[index...].firstIndex(of: Ascii.escape) {
            index = start + 1
            guard commands[start...].starts(with: introducer) else { continue }
            // The keys end at the payload or at ST.
            let keys = commands[start...].dropFirst(introducer.count).prefix(longestKeys)
                .prefix { $0 != UInt8(ascii: ";") && $0 != Ascii.escape }
            for range in keys.ranges(of: Array("q=\(Quiet.success.rawValue)".utf8)) {
                output.replaceSubrange(range, with: "q=\(Quiet.everything.rawValue)".utf8)
            }
            index = keys.endIndex
        }
        return output
    }

    private static let introducer = [Ascii.escape, UInt8(ascii: "_"), UInt8(ascii: "G")]
    /// The maximum size in bytes of a command's keys; the longest keys of this program have 90
    /// bytes.
    private static let longestKeys = 200

    // The maximum size of a command's payload, in bytes of base64, as the protocol prescribes;
    // kitty 0.26 silently lost a chunk of 90 kB.
    private static let chunkCharacters = 4096
    private static let chunkBytes = chunkCharacters / 4 * 3
}
