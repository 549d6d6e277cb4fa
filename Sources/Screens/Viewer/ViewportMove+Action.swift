internal import Imaging
internal import Localization

extension ViewportMove {
    /// The move a key's action asks for, a step being so much of the screen; `nil` for actions that
    /// move nothing.
    init?(_ action: Action, times: Int, percent: Int) {
        switch action {
        case .step(let direction): self = .step(direction, times: times, percent: percent)
        case .page(let direction): self = .page(direction, times: times)
        case .edge(let direction): self = .edge(direction)
        case .toggleZoom: self = .toggle(about: nil)
        case .zoomIn: self = .zoomIn(about: nil)
        case .zoomOut: self = .zoomOut(about: nil)
        case .fit: self = .fit
        case .original: self = .original
        case .centre: self = .centre
        default: return nil
        }
    }

    /// The move the pointer asks for: a drag takes the photo along, so the view goes the other way.
    init?(_ action: PointerAction, screen: PixelSize, percent: Int) {
        let notch = { (pixels: Int) in max(1, pixels * percent / 100) }
        switch action {
        case .clicked: return nil
        case .dragged(let x, let y): self = .shift(x: -x, y: -y)
        case .doubleClicked(let place): self = .toggle(about: place)
        case .zoomed(true, let place): self = .zoomIn(about: place)
        case .zoomed(false, let place): self = .zoomOut(about: place)
        case .wheeled(let steps, true): self = .shift(x: steps * notch(screen.width), y: 0)
        case .wheeled(let steps, false): self = .shift(x: 0, y: steps * notch(screen.height))
        }
    }
}
