internal import Imaging

/// Decodes an eighth of a JPEG in several scans row by row, all scans side by side.
///
/// TurboJPEG gathers all coefficients first: 290 MB for 100 megapixels.
enum ScansEighth {
    /// Nil where the photo is of another kind, or not whole: TurboJPEG shall tell what is wrong.
    static func decode(_ jpeg: JPEGDecoder) -> Raster? {
        let frame = jpeg.header.frame
        return jpeg.bytes.withUnsafeBytes { source in
            guard let base = source.assumingMemoryBound(to: UInt8.self).baseAddress,
                let script = ScanScript(source, frame: frame), script.isComplete,
                let scan = scan(of: script, frame: frame)
            else { return nil }
            let planes = EighthPlanes(of: scan)
            var followers = script.scans.map {
                ScanFollower($0, base: base, end: source.count)
            }
            guard planes.shape.isExact, follow(&followers, of: frame, scan, to: planes)
            else { return nil }
            let overview = Overview(
                planes: planes, photo: scan.size, colours: scan.colours,
                isAdobe: jpeg.header.isAdobe)
            return overview.raster(PixelRect(scan.size.reduced(by: .eighth)))
        }
    }

    /// The photo as if it were in one scan.
    private static func scan(of script: ScanScript, frame: JPEGFrame) -> JPEGScan? {
        BaselineFile.header(of: script, frame: frame).withUnsafeBytes { bytes in
            (try? JPEGHeader(bytes)).flatMap { JPEGScan(bytes, header: $0) }
        }
    }

    /// False where the bits are damaged.
    private static func follow(
        _ followers: inout [ScanFollower], of frame: JPEGFrame, _ scan: JPEGScan,
        to planes: EighthPlanes
    ) -> Bool {
        let coefficients = CoefficientRow(of: frame)
        let levels = RowLevels(scan, planes)
        for row in 0..<frame.unitsDown {
            coefficients.clear()
            for number in followers.indices {
                followers[number].follow(row: row, of: frame, into: coefficients)
            }
            levels.write(coefficients, row: row)
        }
        return !followers.contains { $0.isCut || $0.wrongCodes > 0 }
    }
}
