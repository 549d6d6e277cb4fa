package import Imaging

/// What a person has done to a photo before it is shown; its file stays as it is.
package struct ImageAdjustments: Hashable, Sendable {
    /// The photo as it is.
    package static let none = ImageAdjustments()

    /// How the photo is turned or mirrored, beyond what its file says.
    package var orientation = Orientation.asStored
    package var levels = Levels.none

    package init() {}
}
