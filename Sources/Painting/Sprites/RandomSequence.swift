/// A row of numbers by chance that belongs to a cell of a grid.
struct RandomSequence {
    private var state: UInt32

    init(_ seed: UInt32, _ x: Int, _ y: Int) {
        let sum =
            UInt32(truncatingIfNeeded: x) &* Lattice.primeX
            &+ UInt32(truncatingIfNeeded: y) &* Lattice.primeY
        state = Lattice.mixed(sum ^ Lattice.mixed(seed))
    }

    /// The next number, from 0 up to 1.
    mutating func next() -> Float {
        state = state &* 747_796_405 &+ 2_891_336_453
        return Float(Lattice.mixed(state) >> 8) * (1 / 16_777_216)
    }

    mutating func next(_ range: ClosedRange<Float>) -> Float {
        range.lowerBound + next() * (range.upperBound - range.lowerBound)
    }
}
