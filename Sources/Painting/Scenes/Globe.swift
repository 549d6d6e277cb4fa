/// A ball seen from far away: where a place meets it.
struct Globe: Sendable {
    let x: Float
    let y: Float
    let radius: Float
    /// A pixel, in units of the scene.
    let pixel: Float

    /// How much of each pixel the ball covers.
    @inline(__always)
    func coverage(_ place: Place) -> Lanes {
        ((radius - place.distance(x, y)) / pixel + 0.5).clamped
    }

    /// The direction of the ball's surface, z towards the viewer; at and beyond the edge it lies flat.
    @inline(__always)
    func normal(_ place: Place) -> Vector3 {
        let nx = (place.x - x) / radius, ny = (place.y - y) / radius
        let square = nx * nx + ny * ny
        return Vector3(nx, ny, (1 - square).root)
    }
}
