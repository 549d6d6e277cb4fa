import Imaging

/// One axis of a stored picture that stands in for a view at another scale.
struct StretchedAxis {
    /// The stored part of the photo, and all of the photo, in the pixels of the stored scale.
    let stored: Range<Int>
    let storedAll: Int
    /// The part in view, and all of the photo, in the pixels of the view's scale.
    let window: Range<Int>
    let all: Int

    struct Span {
        /// In the pixels of the area.
        let start: Int
        let cells: Int
        /// In the stored picture's own pixels.
        let part: Range<Int>
    }

    /// What is in view, when the window begins at a pixel of the area; nil where nothing is.
    ///
    /// It ends on the last cell's edge that stored pixels reach, so that its scale is right.
    func span(from target: Int, on cells: CellEdges) -> Span? {
        let scale = Double(all) / Double(storedAll)
        let low = max(window.lowerBound, Int((Double(stored.lowerBound) * scale).rounded()))
        let reach = Int((Double(stored.upperBound) * scale).rounded())
        guard low < min(window.upperBound, reach) else { return nil }
        let start = target + low - window.lowerBound
        let end = end(target: target, reach: reach, on: cells)
        guard end > start else { return nil }
        let first = stored(low, scale)
        let last = stored(end - target + window.lowerBound, scale)
        return Span(
            start: start, cells: cells.cell(at: end) - cells.cell(at: start),
            part: min(first, stored.count - 1)..<min(stored.count, max(first + 1, last)))
    }

    /// The cell's edge at or after the end of the window, else the last one within reach.
    private func end(target: Int, reach: Int, on cells: CellEdges) -> Int {
        let wished = target + min(window.upperBound, reach) - window.lowerBound
        let after = cells.edge(after: wished)
        return after - target + window.lowerBound <= reach ? after : cells.edge(before: wished)
    }

    /// The stored pixel that a pixel of the view comes from.
    private func stored(_ place: Int, _ scale: Double) -> Int {
        max(0, Int((Double(place) / scale).rounded()) - stored.lowerBound)
    }
}

/// The edges of the cells of an area, in pixels from where the area begins.
struct CellEdges {
    private let axis: CellAxis
    /// The area's first pixel on the screen.
    private let start: Int

    init(_ axis: CellAxis, from first: Int) {
        self.axis = axis
        start = axis.pixels(of: first)
    }

    /// The cell of a pixel, counted from the screen's first.
    func cell(at place: Int) -> Int { axis.cells(within: start + place) }

    func edge(before place: Int) -> Int { axis.pixels(of: cell(at: place)) - start }

    func edge(after place: Int) -> Int {
        axis.pixels(of: axis.cells(covering: start + place)) - start
    }
}
