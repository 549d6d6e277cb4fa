/// A place on a grid of pixels; 0, 0 is the top left one.
package struct PixelPoint: Hashable, Sendable {
    package let x: Int
    package let y: Int

    package init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    package static let origin = PixelPoint(x: 0, y: 0)
}
