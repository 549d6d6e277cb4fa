internal import Imaging

/// A whole picture at one reduction, and what was wrong with its file.
struct DecodedPicture: Sendable {
    let raster: Raster
    let damage: Damage?
}
