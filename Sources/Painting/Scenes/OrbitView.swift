/// Looking at the horizon of a ball of radius 1 from above it.
struct OrbitView: Sendable {
    /// 400 km above the Earth.
    static let altitude: Float = 0.0628
    let pixel: Float
    private let focal: Float = 1.55
    // The horizon lies 19.8° below the horizontal: this pitch puts it a little above the middle.
    private let sinePitch: Float = 0.395
    private let cosinePitch: Float = 0.9187
    private let roll: (sine: Float, cosine: Float) = (-0.10, 0.995)

    struct Ray {
        let direction: Vector3
        /// How much of the pixel is ground.
        let covered: Lanes
        /// The height of the ray's lowest point above the ground, in radii.
        let height: Lanes
        /// Where it meets the ground.
        let ground: Vector3
        /// A pixel's size on the ground.
        let groundPixel: Lanes
        /// The cosine between the ray and the ground's zenith.
        let slant: Lanes
    }

    @inline(__always)
    func ray(_ place: Place) -> Ray {
        let x = place.x * roll.cosine - place.y * roll.sine
        let y = place.x * roll.sine + place.y * roll.cosine
        let direction = Vector3(
            x, y * cosinePitch - focal * sinePitch, -(y * sinePitch + focal * cosinePitch)
        ).unit
        let eye = 1 + Self.altitude
        let along = direction.y * eye
        // A ray that rises has its lowest point at the eye.
        let falling = least(along, .zero)
        let lowest = (eye * eye - falling * falling).root
        let distance = distance(along, radius: 1)
        let ground = direction * distance + Vector3(all: 0, eye, 0)
        let slant = (-direction.dot(ground)).positive
        // One pixel of the picture is this much of the ray's height.
        let step = pixel / focal * along.magnitude
        return Ray(
            direction: direction, covered: ((1 - lowest) / step + 0.5).clamped,
            height: lowest - 1, ground: ground,
            groundPixel: distance * (pixel / focal) / (slant + 0.03), slant: slant)
    }

    /// How far it is to the sphere of that radius; to its nearest point where the ray passes by.
    @inline(__always)
    func distance(_ along: Lanes, radius: Float) -> Lanes {
        let eye = 1 + Self.altitude
        return -along - (along * along - (eye * eye - radius * radius)).root
    }

    /// Where the ray enters and leaves the sphere of that radius; `meets` fades where it only grazes it.
    ///
    /// There few spheres lie far apart along the ray, and what they give would be grain.
    @inline(__always)
    func crossings(_ ray: Ray, radius: Lanes) -> (near: Vector3, far: Vector3, meets: Lanes) {
        let eye = 1 + Self.altitude
        let along = ray.direction.y * eye
        let square = along * along - (eye * eye - radius * radius)
        let half = square.root
        let up = Vector3(all: 0, eye, 0)
        return (
            ray.direction * (-along - half) + up, ray.direction * (half - along) + up,
            smoothStep(0.02, 0.15, half)
        )
    }
}
