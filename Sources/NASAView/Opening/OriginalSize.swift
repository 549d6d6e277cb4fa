internal import Imaging
internal import PhotoCatalog

/// The size of the best version of a photo while only a smaller one is open.
enum OriginalSize {
    /// The declared size, turned where it lies across the shape of the open version; nil where it has
    /// another shape either way: it is not this photo's, and a view of it would be torn.
    ///
    /// 26 of 650 recorded originals are stored turned: their declared width is the upright height
    /// (facts/nasa-api.md §2.5).
    static func of(_ asset: PhotoAsset, shapedLike shape: PixelSize) -> PixelSize? {
        guard let declared = asset.declared else { return nil }
        let size = PixelSize(width: declared.width, height: declared.height)
        guard !size.isEmpty, size.width >= shape.width || size.height >= shape.height else {
            return nil
        }
        return [size, size.transposed].first { lies($0, like: shape) }
    }

    /// Whether two shapes agree within two per cent: sizes are rounded.
    private static func lies(_ size: PixelSize, like shape: PixelSize) -> Bool {
        let one = Double(size.width) * Double(shape.height)
        let other = Double(size.height) * Double(shape.width)
        return abs(one - other) <= 0.02 * max(one, other)
    }
}
