internal import Imaging

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Decodes an eighth of a JPEG, bit for bit as TurboJPEG does, on all cores.
///
/// TurboJPEG reads all coefficients and throws nearly all of them away; this passes over them, several
/// at a look, and needs no restart markers to share the work.
enum EighthDecoder {
    /// More parts would be waiting for memory more than they gain.
    private static let mostParts = 8

    /// A part is worth a core from here: it takes it about a millisecond.
    private static let bytesPerPart = 128 << 10

    /// Nil where the photo is of another kind, or not whole: TurboJPEG shall tell what is wrong.
    static func decode(_ jpeg: JPEGDecoder) -> Raster? {
        jpeg.bytes.withUnsafeBytes { source in
            guard let scan = JPEGScan(source, header: jpeg.header),
                let shape = EighthShape(scan)
            else { return nil }
            return raster(scan, shape, source.bindMemory(to: UInt8.self))
        }
    }

    private static func raster(
        _ scan: JPEGScan, _ shape: EighthShape, _ source: UnsafeBufferPointer<UInt8>
    ) -> Raster? {
        let length = source.count - scan.dataOffset
        let count = max(1, min(cores, mostParts, length / bytesPerPart))
        let plan = LevelPlan(scan, shape: shape)
        let walk = PartedWalk(source, scan: scan, plan: plan, count: count)
        walk.run()
        guard let stretches = walk.stretches else { return nil }
        let picture = EighthPicture(
            size: scan.size.reduced(by: .eighth), scan: scan, shape: shape, stretches: stretches,
            parts: walk.parts)
        return picture.raster()
    }

    private static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }
}
