internal import Imaging

/// An eighth of a JPEG in several scans, made of no more of them than it needs.
///
/// A component whose blocks become one pixel each needs their means only: in a progressive photo they
/// have scans of their own, a tenth of the file.
struct ProgressiveReduction {
    private let script: ScanList
    private let frame: JPEGFrame
    private let levels: LowFrequencyRow
    private let isWhole: [Bool]

    /// - Parameters:
    ///   - script: the scans there are.
    ///   - frame: the JPEG's.
    ///   - scan: the photo as if it were in one scan.
    ///   - planes: where the eighth is written to.
    init(_ script: ScanList, frame: JPEGFrame, scan: JPEGScan, to planes: ReducedPlanes) {
        self.script = script
        self.frame = frame
        levels = LowFrequencyRow(scan, planes)
        isWhole = planes.shape.components.map { $0.side > 1 }
    }

    /// Makes a coarse one of the first scan alone, a little too dark or too bright.
    ///
    /// - Precondition: the script begins with a sketch.
    func sketch(_ source: UnsafeRawBufferPointer, while isWanted: () -> Bool) {
        guard let first = script.sketch else { return }
        let coefficients = CoefficientRow(of: frame) { _ in false }
        _ = follow([first], of: source, into: coefficients) { _ in isWanted() }
    }

    /// Makes it as fine as the scans are.
    ///
    /// - Parameters:
    ///   - source: the whole file.
    ///   - goesOn: is told how many rows of units there are, and whether anybody wants more.
    /// - Returns: false where bits are missing or damaged.
    func make(_ source: UnsafeRawBufferPointer, while goesOn: (_ rows: Int) -> Bool) -> Bool {
        let needed = script.scans.filter { scan in
            scan.first == 0 || scan.components.contains { isWhole[$0] }
        }
        let coefficients = CoefficientRow(of: frame) { isWhole[$0] }
        return follow(needed, of: source, into: coefficients, while: goesOn)
    }

    private func follow(
        _ scans: [ScanList.Scan], of source: UnsafeRawBufferPointer,
        into coefficients: CoefficientRow, while goesOn: (_ rows: Int) -> Bool
    ) -> Bool {
        guard let base = source.assumingMemoryBound(to: UInt8.self).baseAddress else {
            return false
        }
        var followers = scans.map { ProgressiveScanDecoder($0, base: base, end: source.count) }
        for row in 0..<frame.unitsDown {
            coefficients.clear()
            for number in followers.indices {
                followers[number].follow(row: row, of: frame, into: coefficients)
            }
            levels.write(coefficients, row: row)
            guard goesOn(row + 1) else { break }
        }
        return !followers.contains { $0.isCut || $0.wrongCodes > 0 }
    }
}
