package import Imaging
internal import Synchronization

/// A function that encodes an opaque raster as PNG, and passes the parts of the file to `output`
/// in order, one at a time.
package typealias PNGEncoding =
    @Sendable (_ raster: Raster, _ output: @escaping @Sendable ([UInt8]) -> Void) -> Void

/// An encoder of pictures for the store of a kitty terminal.
package struct KittyEncoder: Sendable {
    /// A function that creates a shared object of `byteCount` bytes and lets `fill` write them; its
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

    /// Passes the same bytes to `output` in order; the first commands are passed while `png` encodes
    /// the rest of the picture.
    package func print(
        _ raster: Raster, by medium: KittyMedium, encodedBy png: PNGEncoding,
        to output: @escaping @Sendable ([UInt8]) -> Void
    ) {
        var shared: [UInt8] = []
        guard !share(raster, action: "T", "", by: medium, into: &shared) else {
            return output(shared)
        }
        let commands = Mutex(KittyChunks(action: "T"))
        png(raster) { part in
            let complete = commands.withLock { $0.bytes(for: part) }
            if !complete.isEmpty { output(complete) }
        }
        output(commands.withLock { $0.end() })
    }

    /// Appends the command `action` with an opaque raster; `keys` may contain the image number.
    func send(
        _ raster: Raster, action: String, _ keys: String = "", by medium: KittyMedium,
        into output: inout [UInt8]
    ) {
        guard !share(raster, action: action, keys, by: medium, into: &output) else { return }
        var chunks = KittyChunks(action: action, keys)
        output += chunks.bytes(for: png(raster))
        output += chunks.end()
    }

    /// Appends the command `action` with a shared object; returns false if the raster cannot be
    /// shared.
    private func share(
        _ raster: Raster, action: String, _ keys: String, by medium: KittyMedium,
        into output: inout [UInt8]
    ) -> Bool {
        let (size, byteCount) = (raster.size, raster.opaqueByteCount)
        guard medium != .direct, let share = share?(medium, byteCount, raster.copyOpaque)
        else { return false }
        KittyCommand.append(
            "a=\(action),t=\(share.letter),f=24,s=\(size.width),v=\(size.height),S=\(byteCount)"
                + "\(keys),q=\(KittyCommand.Quiet.everything.rawValue)",
            payload: share.name[...], to: &output)
        return true
    }
}

/// A picture encoded for kitty's store, except for its number.
///
/// The payload is made outside the event loop, which only adds the number, because the base64 of a
/// megapixel takes milliseconds.
package struct KittyPayload: Hashable, Sendable {
    /// The keys of the first command, such as `a=t,t=d,f=100`.
    let keys: String
    /// The bytes after the image number: from `,q=1,m=0;` to the end of the last command.
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
    /// A transient picture is needed only briefly, so the terminal need not write it to its disk.
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
        output.reserveCapacity(output.count + byteCount(ofChunking: payload.count))
        for start in stride(from: 0, to: max(1, payload.count), by: chunkBytes) {
            let end = min(start + chunkBytes, payload.count)
            append(
                chunk: payload[start..<end], isFirst: start == 0, isLast: end == payload.count,
                hiding: quiet, to: &output)
        }
    }

    /// Returns the approximate number of bytes of the commands for a payload.
    static func byteCount(ofChunking byteCount: Int) -> Int {
        Base64.count(of: byteCount) * (chunkCharacters + 24) / chunkCharacters
    }

    /// Appends one command of a split payload; the first command has already begun.
    static func append(
        chunk: ArraySlice<UInt8>, isFirst: Bool, isLast: Bool, hiding quiet: Quiet,
        to output: inout [UInt8]
    ) {
        if !isFirst { begin("", to: &output) }
        let keys = "q=\(quiet.rawValue),m=\(isLast ? 0 : 1)"
        output.append(contentsOf: (isFirst ? "," + keys : keys).utf8)
        end(with: chunk, to: &output)
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
    static let chunkBytes = chunkCharacters / 4 * 3
}

/// The commands of a picture whose PNG file arrives in parts; the terminal sends no replies.
private struct KittyChunks {
    private let start: String
    /// The end of the parts so far, which may become the last chunk.
    private var rest: [UInt8] = []
    private var isFirst = true

    init(action: String, _ keys: String = "") { start = "a=\(action),t=d,f=100\(keys)" }

    /// Returns the commands that are complete with the next part of the file.
    mutating func bytes(for part: [UInt8]) -> [UInt8] {
        let bytes = rest + part
        var output: [UInt8] = []
        output.reserveCapacity(KittyCommand.byteCount(ofChunking: bytes.count) + start.utf8.count)
        var end = 0
        while bytes.count - end > KittyCommand.chunkBytes {
            append(bytes[end..<end + KittyCommand.chunkBytes], isLast: false, to: &output)
            end += KittyCommand.chunkBytes
        }
        rest = Array(bytes[end...])
        return output
    }

    /// Returns the last command.
    mutating func end() -> [UInt8] {
        var output: [UInt8] = []
        append(rest[...], isLast: true, to: &output)
        return output
    }

    private mutating func append(
        _ chunk: ArraySlice<UInt8>, isLast: Bool, to output: inout [UInt8]
    ) {
        if isFirst { KittyCommand.begin(start, to: &output) }
        KittyCommand.append(
            chunk: chunk, isFirst: isFirst, isLast: isLast, hiding: .everything, to: &output)
        isFirst = false
    }
}
