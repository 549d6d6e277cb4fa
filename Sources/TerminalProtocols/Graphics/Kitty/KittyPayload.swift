internal import Imaging

/// A picture laid out for kitty's store, complete but for the number it is stored under.
///
/// Made off the event loop, which only puts the number in: base64 of a megapixel takes milliseconds.
package struct KittyPayload: Hashable, Sendable {
    /// The keys of the first command, such as `a=t,t=d,f=100`.
    let keys: String
    /// What follows the number: `,q=1,m=0;` and so on, to the end of the last command.
    let rest: [UInt8]
    /// Where the terminal is to find the samples; nil where they are in the bytes.
    package let share: KittyShare?

    package var byteCount: Int { keys.utf8.count + rest.count }

    /// A picture inside the escape sequences.
    init(png: [UInt8]) {
        var rest: [UInt8] = []
        KittyCommand.appendRest(chunking: png, to: &rest)
        self.init(keys: "a=t,t=d,f=100", rest: rest, share: nil)
    }

    /// A picture that lies in a shared object.
    init(_ size: PixelSize, byteCount: Int, in share: KittyShare) {
        var rest = Array(",q=\(KittyCommand.Quiet.success.rawValue)".utf8)
        KittyCommand.end(with: share.name[...], to: &rest)
        self.init(
            keys: "a=t,t=\(share.letter),f=24,s=\(size.width),v=\(size.height),S=\(byteCount)",
            rest: rest, share: share)
    }

    private init(keys: String, rest: [UInt8], share: KittyShare?) {
        self.keys = keys
        self.rest = rest
        self.share = share
    }

    /// The bytes that store the picture under a number; nothing is shown.
    package func bytes(storing image: Int) -> [UInt8] {
        var output: [UInt8] = []
        append(storing: image, to: &output)
        return output
    }

    func append(storing image: Int, to output: inout [UInt8]) {
        output.reserveCapacity(output.count + byteCount + 24)
        KittyCommand.begin("\(keys),i=\(image)", to: &output)
        output.append(contentsOf: rest)
    }
}
