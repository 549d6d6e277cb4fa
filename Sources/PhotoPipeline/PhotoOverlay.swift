package import Imaging

/// A small picture over a photo.
///
/// The overlay is drawn into each frame. A terminal that stores pictures shows the overlay above
/// the photo instead, so that moving the overlay requires no new pixels.
package struct PhotoOverlay: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// The whole photo, scaled down.
        case overview
        /// The outline of the visible region in an overview.
        case frame
        /// The photo's histogram, and the curve of its levels.
        case histogram
        /// A picture given as picture elements; its transparent pixels do not hide the photo.
        case picture(Raster)

        /// True if the overlay requires a small copy of the whole photo; also true for `frame`,
        /// which needs `overview`.
        var isOfThePhoto: Bool { if case .picture = self { false } else { true } }
    }

    package let content: Content
    /// The overlay's area in the picture below it, in picture elements; the overlay is clipped to
    /// that picture.
    package let area: PixelRect

    package init(_ content: Content, at area: PixelRect) {
        self.content = content
        self.area = area
    }

    /// Returns the overlay with its area converted to another unit, such as block elements.
    func converted(_ point: (PixelPoint) -> PixelPoint) -> PhotoOverlay {
        let start = point(area.origin)
        let end = point(PixelPoint(x: area.maxX, y: area.maxY))
        return PhotoOverlay(
            content,
            at: PixelRect(
                x: start.x, y: start.y, width: max(1, end.x - start.x),
                height: max(1, end.y - start.y)))
    }
}

/// A histogram with a curve over it.
struct Diagram {
    private let counts: [Int]
    private let codes: [UInt8]

    init(_ histogram: Histogram, _ curve: LevelsCurve) {
        counts = histogram.counts
        codes = curve.codes
    }

    func drawn(in size: PixelSize) -> Raster {
        var drawing = Drawing(of: size, on: .diagram)
        let columns = columns(of: size.width)
        // On a linear scale, the most frequent value, which is often black, would make all other
        // values invisible.
        let highest = Double(columns.max() ?? 1).squareRoot()
        for (column, count) in columns.enumerated() {
            let share = highest > 0 ? Double(count).squareRoot() / highest : 0
            let height = Int((share * Double(size.height - 1)).rounded(.up))
            drawing.fill(
                PixelRect(x: column, y: size.height - height, width: 1, height: height), .bars)
        }
        drawCurve(in: size, on: &drawing)
        if size.allowsLines { drawing.outline(PixelRect(size), 1, .edge) }
        return drawing.raster
    }

    /// Returns the mean count of the brightness values in each column's range.
    private func columns(of width: Int) -> [Int] {
        (0..<width).map { column in
            let first = column * counts.count / width
            let end = max(first + 1, (column + 1) * counts.count / width)
            return counts[first..<min(end, counts.count)].reduce(0, +) / (end - first)
        }
    }

    private func drawCurve(in size: PixelSize, on drawing: inout Drawing) {
        var last: Int?
        for column in 0..<size.width {
            let code = Int(codes[column * 255 / max(1, size.width - 1)])
            let row = (255 - code) * (size.height - 1) / 255
            let (low, high) = (min(row, last ?? row), max(row, last ?? row))
            drawing.fill(PixelRect(x: column, y: low, width: 1, height: high - low + 1), .white)
            last = row
        }
    }
}

extension PixelSize {
    /// True if an outline leaves most of the picture visible, which is never the case for block
    /// characters.
    var allowsLines: Bool { min(width, height) >= 32 }
}

extension RGBColour {
    static let edge = RGBColour(red: 150, green: 150, blue: 150)
    fileprivate static let diagram = RGBColour(red: 24, green: 24, blue: 24)
    fileprivate static let bars = RGBColour(red: 120, green: 120, blue: 120)
}
