internal import Imaging

/// Some rows of a picture, as light.
struct Band {
    let frame: Frame
    let rows: Range<Int>
    let lanesPerRow: Int
    /// Four pixels an element, row by row; the last of a row may lie beyond the picture.
    var lights: [Light]

    init(frame: Frame, rows: Range<Int>) {
        self.frame = frame
        self.rows = rows
        lanesPerRow = (frame.size.width + 3) / 4
        lights = Array(repeating: .dark, count: lanesPerRow * rows.count)
    }
}
