/// For each output pixel of a range along one axis: which source pixels it is made of, and in what shares.
struct FilterTaps {
    /// Taps for each output pixel; those that are not needed weigh 0.
    let count: Int
    /// The first source pixel of each output pixel, on the reduced photo's grid.
    let first: [Int]
    /// `count` weights for each output pixel.
    let weights: [Float]
}
