internal import Imaging

/// The only scan of a JPEG, divided into strips of complete rows of MCUs for parallel decoding.
///
/// A strip is a small JPEG made by copying bits, like a tile. A pass on all cores over the
/// preceding bits finds the start of a strip; in a file with restarts, counting the markers
/// suffices. The bits of the last strip need no pass.
///
/// Upsampling of chroma uses one row of samples beyond the edge of an MCU, so the pixel rows on
/// both sides of a cut are wrong in both strips. The correct pixel rows come from a third JPEG,
/// which consists of the rows of MCUs around the cut.
package struct ScanStrips: Sendable {
    /// The boundary between two strips.
    package struct Cut: Hashable, Sendable {
        /// The first row of MCUs of the lower strip.
        package let row: Int
        /// The rows of MCUs from which the pixels on both sides of the cut are decoded.
        package let surroundings: Range<Int>
    }

    package let frame: JPEGFrame
    package let cuts: [Cut]
    let scan: JPEGScan
    let plan: MCUPlan
    /// The fixups in the order of attempts: first with the photo's tables only, then with
    /// additional codes for missing coefficients.
    let fixups: [DCPredictorFixup]
    /// The positions of the rows of MCUs at which a strip can start, up to the end of the search.
    let index: MCUIndex

    /// Creates up to `count` strips that take about equally long to decode.
    ///
    /// The result is `nil` if the scan is unsupported or damaged, or cannot be divided.
    /// `blockBytes` is the time to compute the pixels of one block, in units of the time to decode
    /// one byte of a scan.
    package init?(_ input: JPEGInput, header: JPEGHeader, count: Int, blockBytes: Int) {
        guard count > 1, let scan = JPEGScan(input.bytes, header: header),
            header.hasOnlyKnownSegments(in: input.bytes)
        else { return nil }
        self.scan = scan
        fixups = [true, false].compactMap {
            DCPredictorFixup(input.bytes, scan: scan, ownTables: $0)
        }
        frame = scan.frame
        plan = MCUPlan(scan, layout: ReducedLayout(scan.frame, largestSide: 1))
        let rows = StripRows(of: scan, plan: plan, in: input, blockBytes: blockBytes)
        guard rows.find(forStrips: count) else { return nil }
        index = rows.index
        cuts = rows.cuts(into: count)
        guard !cuts.isEmpty else { return nil }
    }

    /// The range of rows of MCUs of each strip.
    package var strips: [Range<Int>] {
        zip([0] + cuts.map(\.row), cuts.map(\.row) + [frame.mcusDown]).map { $0..<$1 }
    }

    /// True if pixels depend on samples of the neighbouring row of MCUs.
    package var needsSurroundings: Bool { frame.mcuSize.height > 8 }
}

/// A search for the rows of MCUs at which a strip can start: all rows, or those after a restart.
private final class StripRows {
    /// The number of rows to find beyond the last cut: two rows around the cut, and one more
    /// because rows differ in size.
    private static let rowsBehind = 3

    let index: MCUIndex
    private let scan: JPEGScan
    private let plan: MCUPlan
    private let input: JPEGInput
    private let blockBytes: Int
    /// The offset of the scan's end if the pass has reached the end, otherwise the file's size.
    private var end: Int
    private var isWhole = false

    init(of scan: JPEGScan, plan: MCUPlan, in input: JPEGInput, blockBytes: Int) {
        self.scan = scan
        self.plan = plan
        self.input = input
        self.blockBytes = blockBytes
        end = input.bytes.count
        index = MCUIndex(of: scan.frame, tileSide: .max)
    }

    /// Finds rows until a few rows after the last cut; returns false if the scan is damaged.
    func find(forStrips count: Int) -> Bool {
        let last = cost / count * (count - 1)
        guard scan.restartInterval == 0 else { return findRestarts(upTo: last) }
        return passMCUs(upTo: last + Self.rowsBehind * (cost / scan.frame.mcusDown))
    }

    /// The cost of decoding the entire scan and computing its pixels, in bytes of the scan.
    private var cost: Int { cost(before: scan.frame.mcuCount, at: end) }

    private func cost(before mcu: Int, at offset: Int) -> Int {
        offset - scan.dataOffset + mcu * scan.frame.blocksPerMCU * blockBytes
    }

    private func passMCUs(upTo wanted: Int) -> Bool {
        let decoder = ParallelScanDecoder(input, scan: scan, plan: plan)
        while true {
            let offset = decoder.here.position >> 3
            isWhole = decoder.here.mcu == scan.frame.mcuCount
            if isWhole { end = offset }
            let passed = cost(before: decoder.here.mcu, at: offset)
            guard !isWhole, passed < wanted else { return true }
            // The estimate assumes a uniform distribution of pixels over the remaining bytes.
            let share = Double(wanted - passed) / Double(cost - passed)
            decoder.limit(to: offset + Int(share * Double(end - offset)) + 1)
            let runs = decoder.next()
            guard !runs.isEmpty else { return false }
            for run in runs { index.store(run, mcusAcross: scan.frame.mcusAcross) }
        }
    }

    /// Finds the rows by counting markers, because the number of MCUs is the same for all restart
    /// intervals.
    private func findRestarts(upTo wanted: Int) -> Bool {
        var (offset, restarts, rowsBehind) = (scan.dataOffset, 0, 0)
        index[0, 0] = MCUIndex.Entry(position: UInt64(offset) * 8)
        while rowsBehind < Self.rowsBehind,
            let found = JPEGMarkers.next(input.base, from: offset, end: input.bytes.count)
        {
            guard found.marker == 0xD0 + restarts & 7 else {
                end = offset
                isWhole = found.marker == 0xD9
                return isWhole
            }
            restarts += 1
            offset = found.end
            let (row, column) = (restarts * scan.restartInterval)
                .quotientAndRemainder(dividingBy: scan.frame.mcusAcross)
            guard column == 0, row < scan.frame.mcusDown else { continue }
            index[row, 0] = MCUIndex.Entry(position: UInt64(offset) * 8)
            if cost(before: row * scan.frame.mcusAcross, at: offset) > wanted { rowsBehind += 1 }
        }
        return rowsBehind == Self.rowsBehind
    }

    /// Returns cuts between strips that take about equally long to decode.
    ///
    /// Each cut is at a row whose preceding and following rows are known.
    func cuts(into count: Int) -> [ScanStrips.Cut] {
        var rows = (0..<scan.frame.mcusDown).filter { index[$0, 0].position > 0 }
        let known = rows.map {
            cost(before: $0 * scan.frame.mcusAcross, at: Int(index[$0, 0].position >> 3))
        }
        if isWhole { rows.append(scan.frame.mcusDown) }
        var cuts: [ScanStrips.Cut] = []
        var next = 1
        for strip in 1..<count where next < rows.count - 1 {
            let wanted = cost / count * strip
            while next < rows.count - 2, known[next] < wanted { next += 1 }
            cuts.append(
                ScanStrips.Cut(row: rows[next], surroundings: rows[next - 1]..<rows[next + 1]))
            next += 1
        }
        return cuts
    }
}
