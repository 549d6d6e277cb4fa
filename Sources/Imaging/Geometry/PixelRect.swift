/// A rectangle of whole pixels.
package struct PixelRect: Hashable, Sendable {
    package let origin: PixelPoint
    package let size: PixelSize

    package init(origin: PixelPoint, size: PixelSize) {
        self.origin = origin
        self.size = size
    }

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.init(origin: PixelPoint(x: x, y: y), size: PixelSize(width: width, height: height))
    }

    /// All of a picture of that size.
    package init(_ size: PixelSize) { self.init(origin: .origin, size: size) }

    package var minX: Int { origin.x }
    package var minY: Int { origin.y }
    package var maxX: Int { origin.x + size.width }
    package var maxY: Int { origin.y + size.height }
    package var isEmpty: Bool { size.isEmpty }

    /// What both rectangles cover; an empty rectangle where they do not meet.
    package func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        return PixelRect(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
            height: max(0, min(maxY, other.maxY) - top))
    }

    package func contains(_ other: PixelRect) -> Bool {
        other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
    }
}
