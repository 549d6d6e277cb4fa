package import PhotoPipeline

/// The photos that a viewer goes through, as far as they are known.
package struct PhotoSequence: Hashable, Sendable {
    package let photos: [PhotoReference]
    /// How many there will be; nil where nobody knows.
    package let total: Int?
    /// Whether more of them may come.
    package let mayGrow: Bool

    package init(_ photos: [PhotoReference], total: Int?, mayGrow: Bool) {
        self.photos = photos
        self.total = total
        self.mayGrow = mayGrow
    }

    /// Photos that were named one by one.
    package init(_ photos: [PhotoReference]) {
        self.init(photos, total: photos.count, mayGrow: false)
    }
}
