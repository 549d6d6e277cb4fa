internal import Files
internal import Imaging
internal import Synchronization

/// The first preview of a large picture, at 1/32 the size, made from a few of its rows.
///
/// These rows are the middle one of each 32 uncompressed rows, the top rows of tiles, or some
/// strips. The preview is interpolated between these rows: coarse, but complete and smooth.
struct RowSamplePreview: Sendable {
    /// The approximate number of decompressed pixels, which take two cores half a second.
    private static let pixelLimit = 64 << 20
    /// The minimum step, in rows of blocks, if blocks must be decompressed completely.
    ///
    /// A preview therefore takes at most an eighth of the time for the whole picture.
    private static let wholeStep = 8
    /// The minimum number of bands of a preview; fewer bands show too little.
    private static let fewestBands = 4
    /// The number of bands that the disk reads ahead of the decoding.
    private static let bandsAhead = 32

    private let picture: any RegionPicture
    private let orientation: Orientation
    private let boxes: BoxMean
    /// The ranges of stored rows that are read, from the top.
    private let bands: [Range<Int>]

    /// Creates a preview; `nil` if it takes as long as the whole picture, or shows too little.
    init?(of picture: any RegionPicture, orientation: Orientation) {
        let boxes = BoxMean(
            of: picture.size, reducedBy: .thirtySecond, orientation: orientation, isOpaque: true)
        let height = picture.size.height
        switch picture.access {
        case .plain:
            bands = (0..<boxes.size.height).map { row in
                let middle = Self.middle(boxes.rows(of: row))
                return middle..<(middle + 1)
            }
        case .blocks:
            let step = Self.step(of: picture)
            let top = min(picture.topRows > 0 ? picture.topRows : Self.cell, picture.block.height)
            bands = stride(from: 0, to: height, by: step * picture.block.height).map { start in
                start..<min(start + top, height)
            }
            guard step == 1 || bands.count >= Self.fewestBands else { return nil }
        case .rows: return nil
        }
        self.picture = picture
        self.orientation = orientation
        self.boxes = boxes
    }

    private static let cell = Reduction.thirtySecond.rawValue

    /// Returns the distance between the rows of blocks that are read, in rows of blocks.
    private static func step(of picture: any RegionPicture) -> Int {
        let height = picture.block.height
        let cost = picture.topRows > 0 ? picture.topCost : height
        let most = max(wholeStep, pixelLimit / cost / picture.size.width)
        let count = (picture.size.height + height - 1) / height
        return max(
            cost == height ? wholeStep : 1, (cell + height - 1) / height, (count + most - 1) / most)
    }

    private static func middle(_ rows: Range<Int>) -> Int {
        (rows.lowerBound + rows.upperBound) / 2
    }

    /// Writes the preview to a level, unless `isWanted` returns false.
    func write(
        to level: MipLevel, while isWanted: @Sendable () -> Bool
    ) throws(DecodingFailure) {
        let means = try means(while: isWanted)
        guard isWanted() else { return }
        var next = 0
        var line = [UInt8](repeating: 0, count: boxes.meanBytes)
        for row in 0..<boxes.size.height {
            let middle = Self.middle(boxes.rows(of: row))
            while next < bands.count - 1, Self.middle(bands[next]) < middle { next += 1 }
            interpolate(means, max(0, next - 1)...next, at: middle, into: &line)
            try line.withUnsafeBufferPointer { line throws(DecodingFailure) in
                try level.write(UnsafeRawBufferPointer(line), fromRow: row)
            }
        }
    }

    /// Returns a row of means for each band.
    private func means(while isWanted: @Sendable () -> Bool) throws(DecodingFailure) -> [UInt8] {
        let pool = PixelPool()
        let failure = Mutex<DecodingFailure?>(nil)
        for number in 0..<min(Self.bandsAhead, bands.count) { expect(number) }
        let means = Raster.bytes(of: PixelSize(width: boxes.size.width, height: bands.count)) {
            // Each band writes a different row.
            nonisolated(unsafe) let target = $0
            WorkThread.concurrentPerform(
                iterations: bands.count, atOnce: bandsAtOnce(cores: WorkThread.coreCount)
            ) { number in
                guard isWanted() else { return }
                expect(number + Self.bandsAhead)
                let row = (number * boxes.meanBytes)..<((number + 1) * boxes.meanBytes)
                do throws(DecodingFailure) {
                    try reduce(
                        area(number), from: pool,
                        into: UnsafeMutableBufferPointer(rebasing: target[row]))
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
        return means
    }

    /// Returns the number of bands to hold in memory at once: one for each core, or as many as fit
    /// into `DecodingLimits.scanBytes`, but at least one.
    ///
    /// Each band is as wide as the picture.
    func bandsAtOnce(cores: Int) -> Int {
        let rows = bands.map(\.count).max() ?? 1
        let bytes = picture.size.width * rows * Raster.bytesPerPixel + picture.unpackingBytes
        return max(1, min(cores, DecodingLimits.scanBytes / bytes))
    }

    private func area(_ number: Int) -> PixelRect {
        PixelRect(
            x: 0, y: bands[number].lowerBound, width: picture.size.width,
            height: bands[number].count)
    }

    private func expect(_ number: Int) {
        guard bands.indices.contains(number) else { return }
        picture.expectTops(area(number))
    }

    private func reduce(
        _ area: PixelRect, from pool: PixelPool, into row: UnsafeMutableBufferPointer<UInt8>
    ) throws(DecodingFailure) {
        let memory = try pool.borrow(
            byteCount: area.size.width * area.size.height * Raster.bytesPerPixel)
        defer { pool.giveBack(memory) }
        let block = PixelBlock(memory.bytes.assumingMemoryBound(to: UInt8.self), size: area.size)
        let isOpaque = try picture.decodeTops(area, into: block)
        BoxMean(
            of: area.size, reducedBy: .thirtySecond, orientation: orientation, isOpaque: isOpaque
        ).reduce(UnsafeBufferPointer(block.bytes), into: row)
    }

    /// Writes the means of two bands to a row, weighted by their distances from the row.
    private func interpolate(
        _ means: [UInt8], _ pair: ClosedRange<Int>, at row: Int, into line: inout [UInt8]
    ) {
        let (first, last) = (
            Self.middle(bands[pair.lowerBound]), Self.middle(bands[pair.upperBound])
        )
        let share = 256 * (min(max(row, first), last) - first) / max(1, last - first)
        let (upper, lower) = (pair.lowerBound * line.count, pair.upperBound * line.count)
        for byte in line.indices {
            let sum = Int(means[upper + byte]) * (256 - share) + Int(means[lower + byte]) * share
            line[byte] = UInt8(truncatingIfNeeded: (sum + 128) >> 8)
        }
    }
}
