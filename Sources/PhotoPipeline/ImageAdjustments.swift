/// Adjustments to a photo before it is shown.
package struct ImageAdjustments: Hashable, Sendable {
    /// The photo as it is.
    package static let none = ImageAdjustments()

    package init() {}
}
