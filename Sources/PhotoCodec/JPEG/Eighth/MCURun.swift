/// Units that follow each other in the scan, as one part has found them.
///
/// Unchecked: read only, until the parts are used again.
struct MCURun: @unchecked Sendable {
    /// Their numbers in the scan.
    let units: Range<Int>
    /// What was found of the first of them, then of the next.
    let levels: UnsafePointer<Int16>
    let entries: UnsafePointer<MCUIndex.Entry>
    /// What the part's first coefficients are to be counted from.
    let predictors: ReducedScanDecoder.Predictors
}
