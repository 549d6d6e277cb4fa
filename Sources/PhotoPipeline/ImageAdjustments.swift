package import Imaging

/// The user's adjustments to a photo; its file stays unchanged.
package struct ImageAdjustments: Hashable, Sendable {
    /// The unchanged photo.
    package static let none = ImageAdjustments()

    /// The rotation or mirroring of the photo, in addition to the orientation in its file.
    package var orientation = Orientation.asStored
    package var levels = Levels.none

    package init() {}
}
