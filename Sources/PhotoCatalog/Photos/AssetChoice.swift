/// The file to show, and whether a better one had to be passed over.
package struct AssetChoice: Hashable, Sendable {
    package let asset: PhotoAsset
    /// The original, where it would have been chosen but is of a format that is not shown (TIFF).
    package let passedOver: PhotoAsset?
}
