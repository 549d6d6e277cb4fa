package import Imaging

/// Which part of a photo is in view, as a person would say it.
package enum ViewRegion: CaseIterable, Hashable, Sendable {
    case whole
    case topLeft, top, topRight
    case left, centre, right
    case bottomLeft, bottom, bottomRight

    package init(_ viewport: Viewport) {
        let window = viewport.window
        let across = window.scaled.width - window.window.size.width
        let down = window.scaled.height - window.window.size.height
        guard across > 0 || down > 0 else {
            self = .whole
            return
        }
        let row = Self.third(window.window.minY, of: down)
        self = Self.rows[row][Self.third(window.window.minX, of: across)]
    }

    private static let rows: [[ViewRegion]] = [
        [.topLeft, .top, .topRight], [.left, .centre, .right],
        [.bottomLeft, .bottom, .bottomRight],
    ]

    /// Which third of its way the view is in; the middle one if it cannot move.
    private static func third(_ place: Int, of way: Int) -> Int {
        guard way > 0 else { return 1 }
        let share = Double(place) / Double(way)
        return share < 1 / 3 ? 0 : share > 2 / 3 ? 2 : 1
    }
}
