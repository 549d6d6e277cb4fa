internal import Files
internal import Imaging

/// A plane of a FITS picture with uncompressed rows.
struct FITSPicture: FITSPlanePicture {
    let image: FITSImage
    private let bytes: PhotoBytes
    private let offset: Int
    private var pixels: FITSPixels
    /// The reused memory for rows.
    private let scratch = PixelPool()

    init(_ image: FITSImage, plane: Int, in bytes: PhotoBytes) throws(DecodingFailure) {
        self.image = image
        self.bytes = bytes
        offset = image.offset + plane * image.planeBytes
        pixels = FITSPixels(image, from: 0, to: 1)
        pixels = try stretchedPixels()
    }

    func through(_ curve: ToneCurve?) -> any RegionPicture {
        var copy = self
        copy.pixels.curve = curve
        return copy
    }

    var size: PixelSize { image.size }
    let access = RegionAccess.plain
    /// True if samples can be missing; only decoding shows whether an area has missing samples.
    var hasAlpha: Bool { image.mayLackValues }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        precondition(PixelRect(size).contains(area), "it has these pixels")
        var isOpaque = true
        var missing = 0
        try forEachRow(of: area) { row, columns, samples in
            let end = PixelPoint(x: point.x, y: point.y + row - area.minY)
            guard let pixel = target.pixel(x: end.x, y: end.y) else { return }
            guard let samples else {
                pixel.update(repeating: 0, count: columns * Raster.bytesPerPixel)
                missing += 1
                return
            }
            let isRowOpaque = pixels.write(
                columns, at: PixelPoint(x: area.minX, y: row), from: samples, to: pixel)
            isOpaque = isOpaque && isRowOpaque
        }
        if missing > 0 { note(.endsEarly) }
        return isOpaque && missing == 0
    }

    func expect(_ area: PixelRect) {
        rowBand(of: area).expect(
            bytes, rows: area.size.height, at: offset + area.minY * image.rowBytes)
    }

    private func rowBand(of area: PixelRect) -> RowBand {
        RowBand(
            of: area, width: size.width, fileRowBytes: image.rowBytes,
            pixelBits: image.dataType.byteCount * 8)
    }

    /// Passes the samples of each row of an area to `body`, in this machine's byte order.
    ///
    /// The pointer is `nil` if the file ends before the row.
    private func forEachRow(
        of area: PixelRect, _ body: (_ row: Int, _ columns: Int, UnsafeRawPointer?) -> Void
    ) throws(DecodingFailure) {
        let sampleBytes = image.dataType.byteCount
        let band = rowBand(of: area)
        try band.forEachRow(of: area, in: bytes, at: offset, readInto: scratch) { row, samples in
            UnsafeMutableRawBufferPointer(
                start: samples, count: samples == nil ? 0 : band.columns * sampleBytes
            ).swapSamples(ofBytes: sampleBytes)
            body(row, band.columns, UnsafeRawPointer(samples))
        }
    }

    /// Returns the value of a pixel's sample.
    ///
    /// - Throws: `.damaged` if the file ends before the sample.
    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        let count = image.dataType.byteCount
        let position = offset + point.y * image.rowBytes + point.x * count
        return try withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) {
            memory throws(DecodingFailure) in
            guard let start = memory.baseAddress, bytes.read(into: memory, at: position) == count
            else { throw .damaged(.endsEarly) }
            memory.swapSamples(ofBytes: count)
            return image.sample(of: UnsafeRawPointer(start), at: point, isConverted: isConverted)
        }
    }

    func forEachRun(
        _ body: (_ count: Int, UnsafeRawPointer?) -> Void
    ) throws(DecodingFailure) {
        try forEachRow(of: PixelRect(size)) { _, columns, samples in body(columns, samples) }
    }

    func spacedValues() -> [Double] {
        let sampleBytes = image.dataType.byteCount
        let step = max(1, image.planeBytes / sampleBytes / ZScale.sampleCount)
        return (0..<ZScale.sampleCount).compactMap { number in
            withUnsafeTemporaryAllocation(byteCount: sampleBytes, alignment: 8) { memory in
                let position = offset + number * step * sampleBytes
                guard let start = memory.baseAddress,
                    bytes.read(into: memory, at: position) == sampleBytes
                else { return nil }
                memory.swapSamples(ofBytes: sampleBytes)
                let value = pixels.value(0, of: UnsafeRawPointer(start))
                return value.isFinite ? value : nil
            }
        }
    }
}
