/// What an opened photo has cost so far, for those who want to see how it works.
package struct DecodeStatistics: Hashable, Sendable {
    package let tilesMade: Int
    /// Tiles that pictures asked for, and those of them that were there.
    package let tilesAsked: Int
    package let tilesFound: Int
    package let tileBytes: Int
    package let indexBytes: Int
    /// Bytes in a file that has no name any more.
    package let spillBytes: Int
    /// How much of the file was read, 0…1.
    package let fractionRead: Double

    package init(
        tilesMade: Int, tilesAsked: Int, tilesFound: Int, tileBytes: Int, indexBytes: Int,
        spillBytes: Int, fractionRead: Double
    ) {
        self.tilesMade = tilesMade
        self.tilesAsked = tilesAsked
        self.tilesFound = tilesFound
        self.tileBytes = tileBytes
        self.indexBytes = indexBytes
        self.spillBytes = spillBytes
        self.fractionRead = fractionRead
    }
}
