internal import Imaging

/// A picture as a pure function of position, made for a seed and a pixel size.
protocol Scene: Sendable {
    init(seed: UInt32, frame: Frame)

    /// The light of four pixels. Hot: nearly all of a picture's time is spent here.
    func light(at points: ScenePoints) -> Light

    /// Adds what is drawn as an object and not pixel by pixel: stars.
    func addSprites(to band: inout Band)

    var curve: ToneMappingCurve { get }

    /// Computes every pixel of the band; the default is specialised for each scene.
    func fill(_ band: inout Band)
}

extension Scene {
    func addSprites(to band: inout Band) {}

    func fill(_ band: inout Band) {
        let frame = band.frame, rows = band.rows, columns = band.lanesPerRow
        let step = Lanes(0, 1, 2, 3)
        band.lights.withUnsafeMutableBufferPointer { lights in
            var index = 0
            for row in rows {
                let y = Lanes(repeating: frame.y(row: Float(row)))
                for column in 0..<columns {
                    let x = (Float(4 &* column) + 0.5 + step) * frame.pixel - frame.halfWidth
                    lights[index] = light(at: ScenePoints(x, y))
                    index &+= 1
                }
            }
        }
    }
}

/// The mapping of a picture's pixels to its scene.
///
/// The scene's unit is half the picture's shorter side; (0, 0) is the centre, y points up.
struct Frame: Sendable {
    let size: PixelSize
    // In units of the scene.
    let pixel: Float
    let halfWidth: Float
    let halfHeight: Float

    init(_ size: PixelSize) {
        self.size = size
        pixel = 2 / Float(min(size.width, size.height))
        halfWidth = pixel * Float(size.width) / 2
        halfHeight = pixel * Float(size.height) / 2
    }

    @inline(__always)
    func y(row: Float) -> Float { halfHeight - (row + 0.5) * pixel }

    func column(x: Float) -> Float { (x + halfWidth) / pixel - 0.5 }

    func row(y: Float) -> Float { (halfHeight - y) / pixel - 0.5 }
}

/// Some rows of a picture, as light.
struct Band {
    let frame: Frame
    let rows: Range<Int>
    let lanesPerRow: Int
    /// Four pixels an element, row by row; the last of a row may extend beyond the picture.
    var lights: [Light]

    init(frame: Frame, rows: Range<Int>) {
        self.frame = frame
        self.rows = rows
        lanesPerRow = (frame.size.width + 3) / 4
        lights = Array(repeating: .dark, count: lanesPerRow * rows.count)
    }
}

/// The positions of four neighbouring pixels, in units of the scene.
struct ScenePoints {
    let x: Lanes
    let y: Lanes

    @inline(__always)
    init(_ x: Lanes, _ y: Lanes) {
        self.x = x
        self.y = y
    }

    @inline(__always)
    func distance(_ x: Float, _ y: Float) -> Lanes {
        ((self.x - x).squared + (self.y - y).squared).root
    }
}
