internal import Imaging

/// A tile of a photo at a reduction; columns and rows are counted on the stored photo.
struct TileKey: Hashable, Sendable {
    let reduction: Reduction
    let column: Int
    let row: Int
}
