/// Decodes a JPEG at 1/8, bit for bit as TurboJPEG does.
///
/// TurboJPEG reads all coefficients and throws nearly all of them away; this skips them, several at a
/// look, and needs no restart markers to share the work among cores. In front of a file in several scans
/// TurboJPEG gathers all coefficients: 290 MB for 100 megapixels. Here the scans that are needed are
/// decoded side by side, row by row.
package enum ReducedDecoder {
    /// `nil` if the file is unsupported or truncated; the caller falls back to TurboJPEG, which reports
    /// the error.
    ///
    /// Damage in scans that 1/8 does not need is not found: none of its pixels is wrong.
    package static func decode(_ input: JPEGInput, header: JPEGHeader) -> ReducedPlanes? {
        decodeOneScan(input, header: header) ?? decodeScans(input, header: header)
    }

    private static func decodeOneScan(_ input: JPEGInput, header: JPEGHeader) -> ReducedPlanes? {
        guard let scan = JPEGScan(input.bytes, header: header) else { return nil }
        let planes = ReducedPlanes(of: scan)
        guard planes.isExact else { return nil }
        let plan = LowFrequencyPlan(scan, layout: planes.layout, lookups: ScanLookups(scan))
        let decoder = ParallelScanDecoder(input, scan: scan, plan: plan)
        while case let runs = decoder.next(), !runs.isEmpty {
            planes.write(runs, of: scan, concurrentPerform: input.concurrentPerform)
            input.didPass(decoder.here.position >> 3)
        }
        return decoder.isWhole ? planes : nil
    }

    private static func decodeScans(_ input: JPEGInput, header: JPEGHeader) -> ReducedPlanes? {
        guard let scans = ScanList(input, frame: header.frame), scans.isComplete, scans.hasEnd,
            let scan = scans.asOneScan
        else { return nil }
        let planes = ReducedPlanes(of: scan)
        guard planes.isExact else { return nil }
        let reduction = ProgressiveReduction(scans, scan: scan, to: planes)
        return reduction.decode(input, while: { _ in true }) ? planes : nil
    }
}
