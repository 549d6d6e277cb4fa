/// A picture as a pure function of place; seed and pixel size are known when it is made.
protocol Scene: Sendable {
    init(seed: UInt32, frame: Frame)

    /// The light of four pixels. Hot: it is all the time a picture takes.
    func light(at place: Place) -> Light

    /// Adds what is found by its place and not by its pixel: stars, galaxies.
    func addSprites(to band: inout Band)

    var development: ToneMappingCurve { get }

    /// Lights every pixel of the band; the default is specialised for each scene.
    func fill(_ band: inout Band)
}

extension Scene {
    func addSprites(to band: inout Band) {}

    var development: ToneMappingCurve { .film(exposure: 1) }

    func fill(_ band: inout Band) {
        let frame = band.frame, rows = band.rows, columns = band.lanesPerRow
        let step = Lanes(0, 1, 2, 3)
        band.lights.withUnsafeMutableBufferPointer { lights in
            var index = 0
            for row in rows {
                let y = Lanes(repeating: frame.y(row: Float(row)))
                for column in 0..<columns {
                    let x = (Float(4 &* column) + 0.5 + step) * frame.pixel - frame.halfWidth
                    lights[index] = light(at: Place(x, y))
                    index &+= 1
                }
            }
        }
    }
}
