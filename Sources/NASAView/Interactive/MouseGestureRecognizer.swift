internal import Imaging
internal import Localization
internal import Presentation
internal import Screens
internal import TerminalProtocols

/// A recogniser of clicks, double clicks, drags and wheel turns in the terminal's mouse reports.
struct MouseGestureRecognizer {
    /// The maximum time in milliseconds between the two clicks of a double click.
    private static let doubleClick = 400

    private var dragFrom: PixelPoint?
    private var lastClick: (point: PixelPoint, at: Clock.Milliseconds)?

    /// Returns the action of a mouse report, and the cell of the pointer; `nil` if the report
    /// causes no action.
    mutating func action(
        _ mouse: MouseAction, on session: TerminalSession, at now: Clock.Milliseconds
    ) -> (action: PointerAction, cell: CellPosition)? {
        let (column, row) = Self.cells(of: mouse, on: session)
        return pointerAction(of: mouse, on: session, at: now).map {
            ($0, CellPosition(row: Int(row), column: Int(column)))
        }
    }

    private mutating func pointerAction(
        of mouse: MouseAction, on session: TerminalSession, at now: Clock.Milliseconds
    ) -> PointerAction? {
        guard let point = Self.point(of: mouse, on: session) else { return nil }
        switch mouse.kind {
        case .press: return press(mouse, point, at: now)
        case .drag: return drag(to: point)
        case .move: return nil
        case .release:
            dragFrom = nil
            return nil
        case .wheelUp: return Self.wheel(mouse, steps: -1, point)
        case .wheelDown: return Self.wheel(mouse, steps: 1, point)
        }
    }

    private mutating func press(
        _ mouse: MouseAction, _ point: PixelPoint, at now: Clock.Milliseconds
    ) -> PointerAction? {
        guard mouse.button == 0 else { return nil }
        dragFrom = point
        if let last = lastClick, now - last.at < Self.doubleClick, last.point == point {
            lastClick = nil
            return .doubleClicked(point)
        }
        lastClick = (point, now)
        return .clicked
    }

    private mutating func drag(to point: PixelPoint) -> PointerAction? {
        guard let from = dragFrom, from != point else { return nil }
        dragFrom = point
        lastClick = nil
        return .dragged(x: point.x - from.x, y: point.y - from.y)
    }

    private static func wheel(
        _ mouse: MouseAction, steps: Int, _ point: PixelPoint
    ) -> PointerAction {
        if mouse.modifiers.contains(.control) { return .zoomed(in: steps < 0, point) }
        return .wheeled(steps: steps, sideways: mouse.modifiers.contains(.shift))
    }

    /// Returns the pointer's position in the picture: the exact pixel if the terminal reports
    /// pixels, otherwise the centre of the cell; `nil` if the screen has no area for pictures.
    static func point(of mouse: MouseAction, on session: TerminalSession) -> PixelPoint? {
        guard let origin = session.area?.origin else { return nil }
        let (columns, rows) = cells(of: mouse, on: session)
        let element = session.profile.metrics(session.glyphs)
        return PixelPoint(
            x: Int((columns - Double(origin.column)) * element.across.cell),
            y: Int((rows - Double(origin.row)) * element.down.cell))
    }

    /// Returns the pointer's distance from the top left corner of the screen, in cells.
    private static func cells(
        of mouse: MouseAction, on session: TerminalSession
    ) -> (columns: Double, rows: Double) {
        let cell = session.profile.cell
        let isPixels = session.capabilities.hasMousePixels
        let first = isPixels ? session.firstMousePixel : 1
        let column = Double(max(0, mouse.x - first)) + (isPixels ? 0 : 0.5)
        let row = Double(max(0, mouse.y - first)) + (isPixels ? 0 : 0.5)
        guard isPixels else { return (column, row) }
        return (column / cell.across.cell, row / cell.down.cell)
    }
}
