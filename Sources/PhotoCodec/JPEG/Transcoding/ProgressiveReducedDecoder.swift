internal import Imaging

/// Decodes an eighth of a JPEG in several scans row by row, the scans it needs side by side.
///
/// TurboJPEG gathers all coefficients first: 290 MB for 100 megapixels.
enum ProgressiveReducedDecoder {
    /// Nil where the photo is of another kind, or not whole: TurboJPEG shall tell what is wrong.
    ///
    /// Damage in scans that an eighth does not need is not found: none of its pixels is wrong.
    static func decode(_ jpeg: JPEGDecoder) -> Raster? {
        let frame = jpeg.header.frame
        guard let script = ScanList(jpeg.bytes, frame: frame), script.isComplete,
            script.hasEnd, let scan = scan(of: script, frame: frame)
        else { return nil }
        return jpeg.bytes.withUnsafeBytes { source in
            let planes = ReducedPlanes(of: scan)
            let eighth = ProgressiveReduction(script, frame: frame, scan: scan, to: planes)
            guard planes.shape.isExact, eighth.make(source, while: { _ in true }) else {
                return nil
            }
            let overview = CoarsePreview(
                planes: planes, photo: scan.size, colours: scan.colours, inks: jpeg.inks)
            return overview.raster(PixelRect(scan.size.reduced(by: .eighth)))
        }
    }

    /// The photo as if it were in one scan.
    private static func scan(of script: ScanList, frame: JPEGFrame) -> JPEGScan? {
        BaselineFile.header(of: script, frame: frame).withUnsafeBytes { bytes in
            (try? JPEGHeader(bytes)).flatMap { JPEGScan(bytes, header: $0) }
        }
    }
}
