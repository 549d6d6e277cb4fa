internal import Imaging

/// Decodes an eighth of a JPEG, bit for bit as TurboJPEG does, on all cores.
///
/// TurboJPEG reads all coefficients and throws nearly all of them away; this passes over them, several
/// at a look, and needs no restart markers to share the work.
enum EighthDecoder {
    /// More than there are cores: who is done with one takes the next. Two cores took the same time
    /// with two parts and with four.
    private static let mostParts = 8

    /// Nil where the photo is of another kind, or not whole: TurboJPEG shall tell what is wrong.
    static func decode(_ jpeg: JPEGDecoder) -> Raster? {
        jpeg.bytes.withUnsafeBytes { source in
            guard let scan = JPEGScan(source, header: jpeg.header),
                let shape = EighthShape(scan)
            else { return nil }
            let parts = (source.count - scan.dataOffset) / max(1, jpeg.partBytes)
            let walk = PartedWalk(
                source.bindMemory(to: UInt8.self), scan: scan,
                plan: LevelPlan(scan, shape: shape), count: max(1, min(mostParts, parts)))
            walk.run()
            return picture(of: walk)?.raster()
        }
    }

    private static func picture(of walk: PartedWalk) -> EighthPicture? {
        guard let stretches = walk.stretches else { return nil }
        return EighthPicture(
            size: walk.scan.size.reduced(by: .eighth), scan: walk.scan, shape: walk.plan.shape,
            stretches: stretches, parts: walk.parts)
    }
}
