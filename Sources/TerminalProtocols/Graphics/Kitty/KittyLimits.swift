/// How much of a terminal's picture store is used, and how large one picture may be.
package struct KittyLimits: Hashable, Sendable {
    /// The bytes of all stored pictures together.
    package var storeBytes: Int
    /// The longest side of one picture.
    package var side: Int
    /// A photo of no more pixels than this is uploaded whole, and no tile has more.
    package var pictureSamples: Int

    package init(storeBytes: Int, side: Int, pictureSamples: Int) {
        self.storeBytes = storeBytes
        self.side = side
        self.pictureSamples = pictureSamples
    }
}
