package import Imaging

/// A part of a scaled photo that is to be rendered and sent, and the id to send it under.
package struct KittyUpload<Photo: Hashable & Sendable>: Hashable, Sendable {
    package let image: Int
    package let photo: Photo
    package let version: Int
    /// The part is this one's window.
    package let region: ScaledWindow

    var byteCount: Int { KittyTiling.storedBytes(of: region.window.size) }

    /// Whether it holds pixels of that view as they are shown: the same photo at the same scale.
    func isSharp(for view: KittyView<Photo>) -> Bool {
        photo == view.photo && version == view.version && region.scaled == view.window.scaled
    }

    func covers(_ view: KittyView<Photo>) -> Bool {
        isSharp(for: view) && region.window.contains(view.window.window)
    }
}
