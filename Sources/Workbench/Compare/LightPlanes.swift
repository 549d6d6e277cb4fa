internal import Imaging

/// A raster's red, green and blue in linear light.
struct LightPlanes {
    let red: Plane
    let green: Plane
    let blue: Plane

    init(_ raster: Raster) {
        func plane(_ channel: Int) -> Plane {
            let light = stride(from: channel, to: raster.pixels.count, by: Raster.bytesPerPixel)
                .map { LinearLight.ofCode[Int(raster.pixels[$0])] }
            return Plane(width: raster.size.width, height: raster.size.height, numbers: light)
        }
        (red, green, blue) = (plane(0), plane(1), plane(2))
    }

    init(red: Plane, green: Plane, blue: Plane) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    func blurred(sigma: Double) -> LightPlanes {
        LightPlanes(
            red: red.blurred(sigma: sigma), green: green.blurred(sigma: sigma),
            blue: blue.blurred(sigma: sigma))
    }

    /// What all pixels look like, in CIELAB.
    var colours: [LabColour] {
        red.numbers.indices.map { pixel in
            LabColour(
                red: Double(red.numbers[pixel]), green: Double(green.numbers[pixel]),
                blue: Double(blue.numbers[pixel]))
        }
    }
}
