package import Imaging

/// The user's adjustments of a photo, which leave its file unchanged.
package struct ImageAdjustments: Hashable, Sendable {
    /// No adjustments.
    package static let none = ImageAdjustments()

    /// The rotation or mirroring of the photo, in addition to the orientation stored in its file.
    package var orientation = Orientation.asStored
    package var levels = Levels.none

    package init() {}
}
