/// What to do for a view.
package struct KittyPlan<Photo: Hashable & Sendable>: Hashable, Sendable {
    /// To be written now: the sharp picture, or what stands in for it; empty where the glass is right.
    package let bytes: [UInt8]
    /// To be rendered and sent: at once where `isSharp` is false, else when there is time, so that
    /// panning on finds it there.
    package let upload: KittyUpload<Photo>?
    /// Whether the view is on the glass pixel for pixel once `bytes` are written.
    package let isSharp: Bool
    /// Whether the screen must be cleared before `bytes`: they leave less covered than there is.
    package var uncovers = false
}
