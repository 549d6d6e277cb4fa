/// Where a walk over a scan stands: before a unit.
struct BitPosition {
    /// The unit's number in the scan.
    var unit: Int
    /// The place of its first bit.
    var position: Int
    /// What its first coefficients are counted from.
    var predictors: ReducedScanDecoder.Predictors
    /// Units up to the next restart.
    var untilRestart: Int

    static func start(of scan: JPEGScan) -> BitPosition {
        BitPosition(
            unit: 0, position: scan.dataOffset * 8, predictors: .zero,
            untilRestart: scan.restartInterval > 0 ? scan.restartInterval : .max)
    }
}
