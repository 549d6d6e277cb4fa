package import Imaging

/// What is to be seen: a window of a photo, and where on the screen.
package struct KittyView<Photo: Hashable & Sendable>: Hashable, Sendable {
    package let photo: Photo
    /// Counts up when the same photo has better pixels (another size was fetched): what was stored
    /// of an older version only stands in until the new one is there.
    package let version: Int
    package let window: ScaledWindow
    package let place: KittyPlace

    package init(photo: Photo, version: Int, window: ScaledWindow, place: KittyPlace) {
        self.photo = photo
        self.version = version
        self.window = window
        self.place = place
    }
}
