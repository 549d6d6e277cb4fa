package import Imaging
internal import Localization

/// What the pointer did over the picture, in pixels of the picture.
package enum PointerAction: Hashable, Sendable {
    /// Dragged by a number of pixels; the photo follows.
    case dragged(x: Int, y: Int)
    case clicked
    case doubleClicked(PixelPoint)
    /// Turned the wheel; negative is up, left.
    case wheeled(steps: Int, sideways: Bool)
    case zoomed(in: Bool, PixelPoint)
}

extension ViewportMove {
    /// The move that an action asks for, `nil` if it moves nothing; a step is `percent` of the screen.
    ///
    /// What switches the zoom may stop between its ends.
    init?(_ action: Action, times: Int, percent: Int, stop: Double?) {
        switch action {
        case .step(let direction): self = .step(direction, times: times, percent: percent)
        case .page(let direction): self = .page(direction, times: times)
        case .edge(let direction): self = .edge(direction)
        case .toggleZoom: self = .toggle(about: nil, stop: stop)
        case .zoomIn: self = .zoomIn(about: nil)
        case .zoomOut: self = .zoomOut(about: nil)
        case .fit: self = .fit
        case .original: self = .original
        case .centre: self = .centre
        default: return nil
        }
    }

    /// The same move, with another stop between its ends if it switches the zoom.
    func stopping(at stop: Double?) -> ViewportMove {
        guard case .toggle(let place, _) = self else { return self }
        return .toggle(about: place, stop: stop)
    }

    /// The move of a pointer action: a drag moves the photo, so the view moves the other way; a notch
    /// of the wheel is a step.
    init?(_ action: PointerAction, percent: Int, stop: Double?) {
        switch action {
        case .clicked: return nil
        case .dragged(let x, let y): self = .shift(x: -x, y: -y)
        case .doubleClicked(let place): self = .toggle(about: place, stop: stop)
        case .zoomed(true, let place): self = .zoomIn(about: place)
        case .zoomed(false, let place): self = .zoomOut(about: place)
        case .wheeled(let steps, true):
            self = .step(steps > 0 ? .right : .left, times: abs(steps), percent: percent)
        case .wheeled(let steps, false):
            self = .step(steps > 0 ? .down : .up, times: abs(steps), percent: percent)
        }
    }
}
