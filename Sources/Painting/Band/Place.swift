/// Four places side by side, in units of the scene.
struct Place {
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
