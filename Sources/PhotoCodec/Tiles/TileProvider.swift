internal import Imaging

/// Makes any part of a photo that is never in memory as a whole; places are those of the stored photo.
protocol TileProvider: Sendable {
    var storedSize: PixelSize { get }
    var orientation: Orientation { get }
    /// How far the file was read, and what is wrong with it.
    var progress: RowProgress { get }
    /// The bytes of what is known about the file, and on the disk.
    var heldBytes: ResidentBytes { get }

    /// Begins to read the file, off this thread; called once.
    func start()

    /// What must have been read before an area of the reduced photo can be made.
    func need(for area: PixelRect, reducedBy reduction: Reduction) -> RowRequirement

    /// Whether a reduction cannot be made where the disk has no room for the photo.
    func needsRoom(for reduction: Reduction) -> Bool

    /// Makes the pixels of an area of the reduced photo, in memory that is there.
    ///
    /// - Returns: whether all of them are opaque.
    /// - Precondition: its rows were read; the block has the area's size.
    func make(
        _ area: PixelRect, reducedBy reduction: Reduction, into block: PixelBlock
    ) throws(DecodingFailure) -> Bool

    /// What is in memory of an area of the reduced photo, however incomplete; nil where nothing is.
    func draft(of area: PixelRect, reducedBy reduction: Reduction) -> Raster?
}

/// The bytes that a photo of any size holds besides its tiles.
struct ResidentBytes: Sendable {
    var index = 0
    var spill = 0
}
