internal import Imaging

/// Decodes an eighth of a JPEG, bit for bit as TurboJPEG does, on all cores.
///
/// TurboJPEG reads all coefficients and throws nearly all of them away; this passes over them, several
/// at a look, and needs no restart markers to share the work.
enum ReducedDecoder {
    /// Nil where the photo is of another kind, or not whole: TurboJPEG shall tell what is wrong.
    static func decode(_ jpeg: JPEGDecoder) -> Raster? {
        jpeg.bytes.withUnsafeBytes { source in
            guard let scan = JPEGScan(source, header: jpeg.header) else { return nil }
            let planes = ReducedPlanes(of: scan)
            guard planes.shape.isExact else { return nil }
            let walk = ParallelScanDecoder(
                source.bindMemory(to: UInt8.self), scan: scan,
                plan: LowFrequencyPlan(scan, shape: planes.shape, lookups: ScanLookups(scan)),
                partBytes: jpeg.partBytes)
            var passed = PageReclaimer(of: jpeg.bytes)
            while case let stretches = walk.next(), !stretches.isEmpty {
                planes.write(stretches, of: scan)
                passed.pass(walk.here.position >> 3)
            }
            guard walk.isWhole else { return nil }
            let overview = CoarsePreview(
                planes: planes, photo: scan.size, colours: scan.colours, inks: jpeg.inks)
            return overview.raster(PixelRect(scan.size.reduced(by: .eighth)))
        }
    }
}
