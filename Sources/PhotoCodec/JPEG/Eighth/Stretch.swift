/// Units of one part that follow those of another in the scan.
struct Stretch {
    let part: Int
    /// As the part counts them.
    var units: Range<Int>
    /// The number of the first of them in the scan.
    let firstUnit: Int
    /// What the part's first coefficients are to be counted from.
    let predictors: LevelWalker.Predictors
}
