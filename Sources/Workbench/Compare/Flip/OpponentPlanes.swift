internal import Imaging

/// A picture as an eye's opponent channels have it: light, red against green, blue against yellow.
///
/// They are the YyCxCz of Flohr and others (1993), linear in light, as shares: Yy is (116·`light` − 16),
/// Cx 500·`redGreen`, Cz 200·`blueYellow`. A filter of the shares filters those.
struct OpponentPlanes {
    let light: Plane
    private let redGreen: Plane
    private let blueYellow: Plane

    init(_ raster: Raster) {
        self.init(LightPlanes(raster))
    }

    private init(_ lights: LightPlanes) {
        func plane(_ weights: Weights) -> Plane {
            Self.sum(lights.red, lights.green, lights.blue, by: weights)
        }
        light = plane(Self.y)
        redGreen = plane(Self.x).with(light, -)
        blueYellow = light.with(plane(Self.z), -)
    }

    private init(light: Plane, redGreen: Plane, blueYellow: Plane) {
        (self.light, self.redGreen, self.blueYellow) = (light, redGreen, blueYellow)
    }

    // X/Xn, Y and Z/Zn of sRGB's primaries under D65: white is 1, 1, 1.
    private static let x: Weights = (0.433_953, 0.376_219, 0.189_828)
    private static let y: Weights = (0.212_671, 0.715_160, 0.072_169)
    private static let z: Weights = (0.017_758, 0.109_476, 0.872_766)

    /// What is left when the eye has lost the fine detail of each channel, as light of a screen.
    var asSeen: LightPlanes {
        let seen = OpponentPlanes(
            light: ContrastFilter.light.seen(light),
            redGreen: ContrastFilter.redGreen.seen(redGreen),
            blueYellow: ContrastFilter.blueYellow.seen(blueYellow))
        return seen.lights
    }

    /// Light of a screen, cut to what it can show.
    private var lights: LightPlanes {
        let x = light.with(redGreen, +)
        let z = light.with(blueYellow, -)
        func plane(_ weights: Weights) -> Plane {
            Self.sum(x, light, z, by: weights).map { min(max($0, 0), 1) }
        }
        return LightPlanes(red: plane(Self.red), green: plane(Self.green), blue: plane(Self.blue))
    }

    // The inverse of the three above.
    private static let red: Weights = (3.079_935, -1.537_152, -0.542_783)
    private static let green: Weights = (-0.921_234, 1.875_990, 0.045_244)
    private static let blue: Weights = (0.052_890, -0.204_041, 1.151_152)

    private typealias Weights = (Float, Float, Float)

    /// Three planes added up, each by its weight.
    private static func sum(
        _ first: Plane, _ second: Plane, _ third: Plane, by weights: Weights
    ) -> Plane {
        let both = first.with(second) { $0 * weights.0 + $1 * weights.1 }
        return both.with(third) { $0 + $1 * weights.2 }
    }
}
