package import Imaging
internal import Localization
package import TerminalProtocols

// The actions of the pointer.
extension ScreenCoordinator {
    package mutating func click(_ action: PointerAction, at cell: CellPosition) -> [Effect] {
        isAtRest = false
        guard !endScreensaver() else { return [] }
        guard help == nil else {
            help?.point(action, in: size.cells)
            return []
        }
        notice = nil
        let mirrored = preferences.isMirrored ? cell.mirrored(in: size.cells) : cell
        switch stack.top.kind {
        case .library: return click(action, inLibraryAt: mirrored)
        case .detail: return click(action, onDetailAt: mirrored)
        case .viewer, .comparison:
            _ = endPeek()
            return stack.top.point(action, at: cell)
        }
    }

    /// Shows the bar of a photo again after the pointer has moved without a pressed button.
    package mutating func pointerMoved() { isAtRest = false }

    /// True if the screen uses the position of the pointer, because the inspector is open.
    package var isInspecting: Bool { help == nil && stack.top.viewer?.isInspecting == true }

    /// Moves the inspected point to the position of the pointer, in elements of the picture.
    package mutating func hover(at point: PixelPoint) -> [Effect] {
        guard isInspecting else { return [] }
        return stack.top.viewer?.hover(at: point) ?? []
    }

    private mutating func click(
        _ action: PointerAction, inLibraryAt cell: CellPosition
    ) -> [Effect] {
        switch action {
        case .wheeled(let steps, _): return stack.top.library?.turn(wheel: steps) ?? []
        case .clicked where !isTyping && filter(at: cell) != nil:
            return filter(at: cell).flatMap { stack.top.library?.removeFilter($0) } ?? []
        case .clicked, .doubleClicked:
            guard !isTyping, stack.top.library?.select(at: cell) == true else { return [] }
            return action == .clicked ? [] : open()
        case .zoomed(let isIn, _): return performByTop(.screen(isIn ? .zoomIn : .zoomOut), times: 1)
        case .dragged: return []
        }
    }

    /// Returns the index of the search filter under the pointer; `nil` if there is no filter.
    private func filter(at cell: CellPosition) -> Int? {
        stack.top.library.flatMap {
            LibraryHead($0.page, preferences.strings).filter(at: cell)
        }
    }

    /// Opens an album or a keyword on a click, and the viewer on a double click on the picture;
    /// scrolls on a turn of the wheel.
    private mutating func click(
        _ action: PointerAction, onDetailAt cell: CellPosition
    ) -> [Effect] {
        guard var detail = stack.top.detail else { return [] }
        switch (action, detail.point(at: cell)) {
        case (.clicked, .link), (.doubleClicked, .picture):
            stack.top = detail
            return open()
        case (.wheeled(let steps, _), _):
            return performByTop(
                .move(.step, steps < 0 ? .up : .down), times: 3 * abs(steps))
        default: return []
        }
    }
}

/// A pointer action over a picture, in pixels of the picture.
package enum PointerAction: Hashable, Sendable {
    /// A drag by a number of pixels; the photo follows the pointer.
    case dragged(x: Int, y: Int)
    case clicked
    case doubleClicked(PixelPoint)
    /// A turn of the wheel; negative steps are up or left.
    case wheeled(steps: Int, sideways: Bool)
    case zoomed(in: Bool, PixelPoint)
}

extension ViewportMove {
    /// Returns the same move, with another zoom stop if the move toggles the zoom.
    func stopping(at stop: Double?) -> ViewportMove {
        guard case .toggle(let point, _) = self else { return self }
        return .toggle(about: point, stop: stop)
    }

    /// Creates the move for a pointer action; `nil` for a single click.
    ///
    /// A drag moves the photo, so the view moves in the opposite direction; a notch of the wheel is
    /// a step.
    init?(_ action: PointerAction, percent: Int, stop: Double?) {
        switch action {
        case .clicked: return nil
        case .dragged(let x, let y): self = .shift(x: -x, y: -y)
        case .doubleClicked(let point): self = .toggle(about: point, stop: stop)
        case .zoomed(true, let point): self = .zoomIn(about: point)
        case .zoomed(false, let point): self = .zoomOut(about: point)
        case .wheeled(let steps, true):
            self = .step(steps > 0 ? .right : .left, times: abs(steps), percent: percent)
        case .wheeled(let steps, false):
            self = .step(steps > 0 ? .down : .up, times: abs(steps), percent: percent)
        }
    }
}
