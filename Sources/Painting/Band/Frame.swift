internal import Imaging

/// Where the pixels of a picture lie in its scene.
///
/// A scene's unit is half the picture's shorter side; 0, 0 is the middle, y goes up.
struct Frame: Sendable {
    let size: PixelSize
    /// The side of a pixel, in units.
    let pixel: Float
    /// Half the width and half the height, in units.
    let halfWidth: Float
    let halfHeight: Float

    init(_ size: PixelSize) {
        self.size = size
        pixel = 2 / Float(min(size.width, size.height))
        halfWidth = pixel * Float(size.width) / 2
        halfHeight = pixel * Float(size.height) / 2
    }

    @inline(__always)
    func x(column: Float) -> Float { (column + 0.5) * pixel - halfWidth }

    @inline(__always)
    func y(row: Float) -> Float { halfHeight - (row + 0.5) * pixel }

    func column(x: Float) -> Float { (x + halfWidth) / pixel - 0.5 }

    func row(y: Float) -> Float { (halfHeight - y) / pixel - 0.5 }
}
