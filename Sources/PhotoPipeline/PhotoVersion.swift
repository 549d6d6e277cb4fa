package import Imaging

/// A photo as it is open now: which, and the size of the version there is.
package struct PhotoVersion: Hashable, Sendable {
    package let reference: PhotoReference
    package let size: PixelSize

    package init(_ reference: PhotoReference, size: PixelSize) {
        self.reference = reference
        self.size = size
    }

    package init(_ reference: PhotoReference, _ opened: OpenedPhoto) {
        self.init(reference, size: opened.source.size)
    }
}
