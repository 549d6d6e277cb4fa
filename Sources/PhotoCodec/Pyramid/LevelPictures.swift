internal import Imaging

/// A copy of a picture, usually smaller, which is written while the picture is read.
struct LevelPicture: RegionPicture {
    let level: MipLevel
    /// The size of the copy.
    ///
    /// If the source's size is rounded down, the copy has a row or column less than the level.
    let size: PixelSize
    let hasAlpha: Bool
    let reduction: Reduction
    let progress: RowProgress
    /// The range of the rows in `progress` that count for the copy.
    let rows: Range<Int>

    var access: RegionAccess { .plain }

    func need(for area: PixelRect) -> RowRequirement? {
        let end = min(rows.upperBound, rows.lowerBound + area.maxY * reduction.rawValue)
        return RowRequirement(progress: progress, rows: end, needsRoom: false)
    }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note _: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        if target.size == area.size {
            try level.read(area, into: UnsafeMutableRawBufferPointer(target.bytes))
        } else {
            try level.raster(of: area, isOpaque: false).copy(to: target, at: point)
        }
        return !hasAlpha && progress.damage == nil
    }
}

/// A picture that is decompressed into a spill file.
///
/// Without disk space, only visible areas are decompressed, if the format permits random access.
struct SpilledPicture: RegionPicture {
    let original: any RegionPicture
    /// The picture in the spill file; `nil` without space for the file.
    let spilled: LevelPicture?
    let progress: RowProgress

    var size: PixelSize { original.size }
    var hasAlpha: Bool { original.hasAlpha }
    var access: RegionAccess { .plain }

    private var readable: LevelPicture? { progress.failure == nil ? spilled : nil }
    private var needsRoom: Bool { original.access == .rows }

    func need(for area: PixelRect) -> RowRequirement? {
        var need =
            spilled?.need(for: area) ?? RowRequirement(progress: progress, rows: 0)
        need.needsRoom = needsRoom
        return need
    }

    func expect(_ area: PixelRect) {
        if readable == nil { original.expect(area) }
    }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        if let readable {
            return try readable.decode(area, into: target, at: point, note: note)
        }
        guard !needsRoom else {
            throw .noRoom(byteCount: MipLevel.byteCount(size))
        }
        return try original.decode(area, into: target, at: point, note: note)
    }
}
