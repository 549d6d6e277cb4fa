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
    func span(from target: Int, cell: Int) -> Span? {
        let scale = Double(all) / Double(storedAll)
        let low = max(window.lowerBound, Int((Double(stored.lowerBound) * scale).rounded()))
        let reach = Int((Double(stored.upperBound) * scale).rounded())
        guard low < min(window.upperBound, reach) else { return nil }
        let start = target + low - window.lowerBound
        let end = end(target: target, reach: reach, cell: cell)
        guard end > start else { return nil }
        let first = stored(low, scale)
        let last = stored(end - target + window.lowerBound, scale)
        return Span(
            start: start, cells: end / cell - start / cell,
            part: min(first, stored.count - 1)..<min(stored.count, max(first + 1, last)))
    }

    /// The cell's edge at or after the end of the window, else the last one within reach.
    private func end(target: Int, reach: Int, cell: Int) -> Int {
        let wished = target + min(window.upperBound, reach) - window.lowerBound
        let after = (wished + cell - 1) / cell * cell
        return after - target + window.lowerBound <= reach ? after : wished / cell * cell
    }

    /// The stored pixel that a pixel of the view comes from.
    private func stored(_ place: Int, _ scale: Double) -> Int {
        max(0, Int((Double(place) / scale).rounded()) - stored.lowerBound)
    }
}
