internal import Imaging

/// The sums of one row of boxes: linear light of stored pixels, weighted by alpha.
///
/// The stored rows are not kept.
struct BoxSums: ~Copyable {
    private let boxes: BoxMean
    /// The sums of red, green, blue and alpha for each box.
    private let sums: UnsafeMutableBufferPointer<SIMD4<Float>>
    /// The number of rows added since `finish` was last called.
    private(set) var rows = 0

    init(_ boxes: BoxMean) {
        self.boxes = boxes
        sums = .allocate(capacity: boxes.size.width)
        sums.initialize(repeating: .zero)
    }

    deinit { sums.deallocate() }

    /// Adds whole stored rows, and writes the means of all rows added so far.
    mutating func reduce(
        _ rows: UnsafeBufferPointer<UInt8>, into means: UnsafeMutableBufferPointer<UInt8>
    ) {
        for start in stride(from: 0, to: rows.count, by: boxes.rowBytes) {
            add(UnsafeBufferPointer(rebasing: rows[start..<(start + boxes.rowBytes)]))
        }
        finish(means)
    }

    /// Adds a stored row.
    mutating func add(_ row: UnsafeBufferPointer<UInt8>) {
        LinearLight.ofCode.withUnsafeBufferPointer { light in
            boxes.isOpaque ? addOpaque(row, light) : addWeighted(row, light)
        }
        rows += 1
    }

    /// Adds a row of opaque pixels.
    ///
    /// Hot: runs for each pixel of an opaque picture that is decoded at a reduced size.
    private func addOpaque(_ row: UnsafeBufferPointer<UInt8>, _ light: UnsafeBufferPointer<Float>) {
        guard let pixels = UnsafeRawPointer(row.baseAddress) else { return }
        let whole = boxes.wholeBoxes
        for box in 0..<whole.lowerBound { add(boxes.columns(of: box), of: pixels, to: box, light) }
        // Boxes of equal width need no computation of edges in the inner loop.
        var start = boxes.columns(of: whole.lowerBound).lowerBound
        for box in whole {
            add(start..<(start &+ boxes.reduction), of: pixels, to: box, light)
            start &+= boxes.reduction
        }
        for box in whole.upperBound..<sums.count {
            add(boxes.columns(of: box), of: pixels, to: box, light)
        }
    }

    @inline(__always)
    private func add(
        _ columns: Range<Int>, of pixels: UnsafeRawPointer, to box: Int,
        _ light: UnsafeBufferPointer<Float>
    ) {
        var (red, green, blue) = (Float(0), Float(0), Float(0))
        for pixel in columns {
            let code = UInt32(
                littleEndian: pixels.load(fromByteOffset: pixel &* 4, as: UInt32.self))
            red += light[Int(code & 255)]
            green += light[Int(code >> 8 & 255)]
            blue += light[Int(code >> 16 & 255)]
        }
        sums[box] += SIMD4(red, green, blue, 0)
    }

    /// Adds a row of pixels with alpha.
    ///
    /// Hot: runs for each pixel of a picture with alpha that is decoded at a reduced size.
    private func addWeighted(
        _ row: UnsafeBufferPointer<UInt8>, _ light: UnsafeBufferPointer<Float>
    ) {
        for box in 0..<sums.count {
            var sum = sums[box]
            let columns = boxes.columns(of: box)
            var pixel = columns.lowerBound &* 4
            for _ in columns {
                let opacity = Float(row[pixel &+ 3])
                sum.x += light[Int(row[pixel])] * opacity
                sum.y += light[Int(row[pixel &+ 1])] * opacity
                sum.z += light[Int(row[pixel &+ 2])] * opacity
                sum.w += opacity
                pixel &+= 4
            }
            sums[box] = sum
        }
    }

    /// Adds the sums of smaller boxes; each smaller box lies inside one box of this row.
    mutating func add(_ smaller: borrowing BoxSums) {
        for box in 0..<smaller.sums.count {
            let first = PixelPoint(x: smaller.boxes.columns(of: box).lowerBound, y: 0)
            sums[boxes.box(at: first).x] += smaller.sums[box]
        }
        rows += smaller.rows
    }

    /// Writes the means of all rows added, and resets the sums.
    mutating func finish(_ means: UnsafeMutableBufferPointer<UInt8>) {
        LinearLight.codeOfStep.withUnsafeBufferPointer { codes in
            let whole = boxes.isOpaque ? boxes.wholeBoxes : 0..<0
            for box in 0..<whole.lowerBound { write(box, to: means, codes) }
            writeOpaque(whole, to: means, codes)
            for box in whole.upperBound..<sums.count { write(box, to: means, codes) }
        }
        sums.update(repeating: .zero)
        rows = 0
    }

    /// Writes the means of opaque boxes of full width, which share one divisor.
    private func writeOpaque(
        _ whole: Range<Int>, to means: UnsafeMutableBufferPointer<UInt8>,
        _ codes: UnsafeBufferPointer<UInt8>
    ) {
        guard let target = UnsafeMutableRawPointer(means.baseAddress) else { return }
        let scale = Float(LinearLight.steps) / Float(boxes.reduction &* rows)
        for box in whole {
            let steps = sums[box] * scale + 0.5
            let pixel =
                UInt32(codes[Int(steps.x)]) | UInt32(codes[Int(steps.y)]) << 8
                | UInt32(codes[Int(steps.z)]) << 16 | 0xFF00_0000
            target.storeBytes(
                of: pixel.littleEndian, toByteOffset: box &* 4, as: UInt32.self)
        }
    }

    private func write(
        _ box: Int, to means: UnsafeMutableBufferPointer<UInt8>,
        _ codes: UnsafeBufferPointer<UInt8>
    ) {
        let sum = sums[box]
        let count = Float(boxes.columns(of: box).count &* rows)
        let weight = boxes.isOpaque ? count : max(1, sum.w)
        let steps = sum * (Float(LinearLight.steps) / weight) + 0.5
        means[box &* 4] = codes[Int(steps.x)]
        means[box &* 4 &+ 1] = codes[Int(steps.y)]
        means[box &* 4 &+ 2] = codes[Int(steps.z)]
        // A Float represents sums of up to 1024 alphas, and half of their number, exactly.
        let alpha = (sum.w + (count / 2).rounded(.down)) / count
        means[box &* 4 &+ 3] = boxes.isOpaque ? 255 : UInt8(alpha)
    }
}

/// A grid of boxes, 2 to 32 pixels wide, whose mean colours are a reduced picture's pixels.
struct BoxMean {
    let reduction: Int
    /// The size of the reduced picture, before the orientation is applied.
    let size: PixelSize

    let isOpaque: Bool
    private let stored: PixelSize
    /// The number of pixels by which the first column of boxes exceeds the picture.
    private let overlapX: Int
    /// The number of pixels by which the first row of boxes exceeds the picture.
    private let overlapY: Int

    /// Creates the grid; its origin is the corner at the top left of the upright photo.
    init(
        of stored: PixelSize, reducedBy reduction: Reduction, orientation: Orientation,
        isOpaque: Bool
    ) {
        self.stored = stored
        self.reduction = reduction.rawValue
        self.isOpaque = isOpaque
        size = stored.reduced(by: reduction)
        overlapX = orientation.reversesColumns ? size.width * self.reduction - stored.width : 0
        overlapY = orientation.reversesRows ? size.height * self.reduction - stored.height : 0
    }

    /// Returns the stored rows that a row of boxes covers.
    func rows(of row: Int) -> Range<Int> {
        let start = row * reduction - overlapY
        return max(0, start)..<min(stored.height, start + reduction)
    }

    /// Returns the stored columns that a box covers.
    @inline(__always)
    func columns(of box: Int) -> Range<Int> {
        let start = box &* reduction &- overlapX
        return max(0, start)..<min(stored.width, start &+ reduction)
    }

    /// The indices of the boxes of full width; only the first and last box can be narrower.
    var wholeBoxes: Range<Int> {
        let first = overlapX > 0 ? 1 : 0
        let last = (stored.width + overlapX) / reduction
        return min(first, size.width)..<max(min(first, size.width), min(last, size.width))
    }

    /// Returns the column and row of the box that contains a stored pixel.
    func box(at pixel: PixelPoint) -> PixelPoint {
        PixelPoint(x: (pixel.x + overlapX) / reduction, y: (pixel.y + overlapY) / reduction)
    }

    /// The number of bytes in a stored row.
    var rowBytes: Int { stored.width * Raster.bytesPerPixel }
    /// The number of bytes in a row of means.
    var meanBytes: Int { size.width * Raster.bytesPerPixel }

    /// Returns the area of the stored picture that an area of the reduced picture covers.
    func stored(under area: PixelRect) -> PixelRect {
        PixelRect(
            x: area.minX * reduction - overlapX, y: area.minY * reduction - overlapY,
            width: area.size.width * reduction, height: area.size.height * reduction
        ).intersection(PixelRect(stored))
    }
}

extension Raster {
    /// Returns a reduced copy whose pixels are means of boxes.
    ///
    /// The boxes start at the corner that is at the top left of the upright raster.
    func means(over reduction: Reduction, orientation: Orientation = .asStored) -> Raster {
        let boxes = BoxMean(
            of: size, reducedBy: reduction, orientation: orientation, isOpaque: isOpaque)
        let means = Self.bytes(of: boxes.size) { target in
            pixels.withUnsafeBufferPointer { boxes.reduce($0, into: target) }
        }
        return Raster(size: boxes.size, pixels: means, isOpaque: isOpaque)
    }
}

extension BoxMean {
    /// Writes the means of a whole stored picture.
    func reduce(
        _ picture: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
    ) {
        // Each band is written by one thread.
        nonisolated(unsafe) let (picture, target) = (picture, target)
        WorkThread.performInBands(of: size.height, rowBytes: rowBytes * reduction) { band in
            var sums = BoxSums(self)
            for row in band {
                let rows = rows(of: row)
                let bytes = (rows.lowerBound * rowBytes)..<(rows.upperBound * rowBytes)
                let means = (row * meanBytes)..<((row + 1) * meanBytes)
                sums.reduce(
                    UnsafeBufferPointer(rebasing: picture[bytes]),
                    into: UnsafeMutableBufferPointer(rebasing: target[means]))
            }
        }
    }
}

/// A filter that computes means over boxes of several sizes in one pass over a picture.
///
/// The sums of large boxes are sums of the smaller boxes in them.
final class NestedBoxFilter {
    /// The means over the smallest boxes.
    let block: PixelBlock
    /// The filter for the next larger boxes; `nil` for the largest boxes.
    let larger: NestedBoxFilter?
    private let boxes: BoxMean
    private var sums: BoxSums
    private var row = 0

    /// Creates a filter of the boxes of one picture, smallest first; `nil` without boxes.
    init?(_ boxes: ArraySlice<BoxMean>) {
        guard let smallest = boxes.first else { return nil }
        self.boxes = smallest
        larger = NestedBoxFilter(boxes.dropFirst())
        sums = BoxSums(smallest)
        block = PixelBlock(
            .allocate(capacity: smallest.meanBytes * smallest.size.height), size: smallest.size)
    }

    deinit { block.bytes.deallocate() }

    /// Adds rows of the stored picture from the top; the means of missing rows are transparent.
    func reduce(_ rows: UnsafeBufferPointer<UInt8>) {
        for start in stride(from: 0, to: rows.count, by: boxes.rowBytes) {
            sums.add(UnsafeBufferPointer(rebasing: rows[start..<(start + boxes.rowBytes)]))
            if isRowWhole { finishRow() }
        }
        finish()
    }

    private func add(_ smaller: borrowing BoxSums) {
        sums.add(smaller)
        if isRowWhole { finishRow() }
    }

    private var isRowWhole: Bool { sums.rows == boxes.rows(of: row).count }

    /// Writes the means of the last, possibly incomplete row of boxes, and clears the rows below.
    private func finish() {
        if sums.rows > 0 { finishRow() }
        let rest = block.bytes[(row * boxes.meanBytes)...]
        UnsafeMutableBufferPointer(rebasing: rest).update(repeating: 0)
        larger?.finish()
    }

    /// Writes the means of a row of boxes, and adds the row's sums to the larger boxes.
    private func finishRow() {
        larger?.add(sums)
        let bytes = (row * boxes.meanBytes)..<((row + 1) * boxes.meanBytes)
        sums.finish(UnsafeMutableBufferPointer(rebasing: block.bytes[bytes]))
        row += 1
    }
}
