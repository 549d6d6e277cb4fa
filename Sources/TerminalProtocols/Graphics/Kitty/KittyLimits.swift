package import Imaging

/// How much of a terminal's picture store is used, and how large one picture may be.
package struct KittyLimits: Hashable, Sendable {
    /// The bytes of all stored pictures together; at least two must fit, the one in view and the next.
    package var storeBytes: Int
    /// The longest side of one picture.
    package var side: Int
    /// A photo of no more pixels than this is uploaded whole, and a tile has no more, but for a
    /// screen that has.
    package var pictureSamples: Int
    /// The pieces that all is sent in, side by side, so that no key waits for more than one; nil where
    /// one picture holds the whole screen and more.
    package let piece: PixelSize?

    package init(storeBytes: Int, side: Int, pictureSamples: Int, piece: PixelSize? = nil) {
        self.storeBytes = storeBytes
        self.side = side
        self.pictureSamples = pictureSamples
        self.piece = piece
    }

    // 16 MP are 64 MB of the store, so three fit; 7.2 MP took 17 ms to lay out and 24 ms in kitty.
    package static let sharing = KittyLimits(
        storeBytes: terminalStoreBytes, side: terminalSide, pictureSamples: 16_000_000)

    /// For pictures inside the escape sequences, over a line of that speed; nil if it is not known.
    ///
    /// 2 MP are about 3 MB: 38 ms to encode, and until shown 40 ms in kitty, 110 ms in konsole. On a
    /// slow line a picture may take a second; below that only the screen itself is sent.
    package static func direct(bytesPerSecond: Int?) -> KittyLimits {
        // A photo's PNG in base64 has about 1.7 bytes a pixel: say 2.
        let affordable = bytesPerSecond.map { max(1, $0 / 2) } ?? Int.max
        return KittyLimits(
            storeBytes: terminalStoreBytes, side: terminalSide,
            pictureSamples: min(2_000_000, affordable))
    }

    /// For konsole, which takes pictures inside the escape sequences only, and reads no key meanwhile.
    ///
    /// It takes 9 MB a second, and a detailed photo has 2.6 bytes a pixel there: a piece takes 8 ms,
    /// where a picture of 2 MP froze it for 0.6 s.
    package static let pieces = KittyLimits(
        storeBytes: terminalStoreBytes, side: terminalSide, pictureSamples: 2_000_000,
        piece: PixelSize(width: 192, height: 144))

    // kitty keeps 320 MB, then throws the oldest away; 200 MB leave room for other programs' pictures.
    private static let terminalStoreBytes = 200_000_000
    // kitty refuses more: EINVAL "Image too large".
    private static let terminalSide = 10_000
}
