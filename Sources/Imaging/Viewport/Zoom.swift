/// How large a photo is shown, as a wish that survives a change of the screen.
package enum Zoom: Hashable, Sendable {
    /// As wide as the screen.
    case fit
    /// One photo pixel is one screen pixel, unless the photo is narrower than the screen.
    case original
    /// Screen pixels per photo pixel, between the two.
    case between(scale: Double)
    /// All of the photo within the screen, its sides blank: only `Viewport.whole` has it.
    case whole
}
