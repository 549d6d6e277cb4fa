internal import Files
internal import Imaging
internal import Synchronization

/// A scan of a whole picture in pieces, on all cores if its blocks can be decoded separately.
///
/// Pieces end at box boundaries of all reductions and, if possible, at block boundaries.
struct PictureScan: Sendable {
    /// The approximate number of pixels in a piece, which fits into the cache.
    private static let piecePixels = 1 << 18
    /// The approximate number of pixels in a piece if one core reads the rows in order.
    private static let rowPixels = 1 << 16
    /// The approximate maximum number of pixels in a piece of a picture with large blocks.
    ///
    /// In a wider picture, pieces are narrower than the picture.
    private static let mostPixels = 4 << 20
    /// The number of pieces per core that are decoded before all cores wait for the last piece.
    ///
    /// With two pieces, 24 megapixels of LZW took 226 ms instead of 195.
    private static let piecesPerCore = 8

    let picture: any RegionPicture
    let orientation: Orientation
    /// The size of a piece; the first and last pieces of a row or column can be smaller.
    private let piece: PixelSize
    /// The numbers of pixels by which the first column and row of pieces exceed the picture.
    private let overlap: PixelPoint

    init(_ picture: any RegionPicture, orientation: Orientation) {
        self.picture = picture
        self.orientation = orientation
        let (block, isTiled) = (picture.block, picture.isTiled)
        let cell = Reduction.thirtySecond.rawValue
        let width = isTiled ? Self.side(block.width, across: cell) : Int.max
        let across = min(width, Self.widest(picture), (picture.size.width + cell - 1) / cell * cell)
        // A single piece takes at most half of the memory for all pieces.
        let mostRows = DecodingLimits.scanBytes / 2 / Raster.bytesPerPixel / across / cell * cell
        let height = min(
            Self.side(picture.access == .blocks ? block.height : cell, across: across),
            max(cell, mostRows))
        let pixels = picture.access == .rows ? Self.rowPixels : Self.piecePixels
        let columns = max(1, pixels / height / across)
        let rows = max(1, pixels / across / height)
        piece = PixelSize(
            width: isTiled ? across * columns : across,
            height: isTiled ? height : height * rows)
        let grid = BoxMean(
            of: picture.size, reducedBy: .thirtySecond, orientation: orientation, isOpaque: true)
        let first = grid.stored(under: PixelRect(x: 0, y: 0, width: 1, height: 1))
        let size = picture.size
        overlap = PixelPoint(
            x: size.width > cell ? (cell - first.size.width) % cell : 0,
            y: size.height > cell ? (cell - first.size.height) % cell : 0)
    }

    /// Returns a multiple of 32 pixels: some whole blocks or, if these are too large, at least one
    /// block.
    private static func side(_ block: Int, across: Int) -> Int {
        let cell = Reduction.thirtySecond.rawValue
        var side = block
        while side % cell != 0, side * across <= mostPixels { side += block }
        return side % cell == 0 ? side : (block + cell - 1) / cell * cell
    }

    /// Returns the maximum width of a piece.
    ///
    /// Pieces are as wide as strips, if possible, because each piece decompresses its strips again.
    private static func widest(_ picture: any RegionPicture) -> Int {
        let cell = Reduction.thirtySecond.rawValue
        let bytes = cell * Raster.bytesPerPixel
        return switch picture.access {
        case .plain: mostPixels / cell
        case .blocks: max(mostPixels / cell, (DecodingLimits.scanBytes / 2) / bytes / cell * cell)
        case .rows: .max
        }
    }

    /// The number of bytes of the pixels of a piece.
    var pieceBytes: Int {
        min(piece.width, picture.size.width) * min(piece.height, picture.size.height)
            * Raster.bytesPerPixel
    }

    /// Returns the number of pieces in memory at once: at least one, and at most one per core.
    ///
    /// Several pieces, with the memory to unpack them, fit into `DecodingLimits.scanBytes`.
    func piecesAtOnce(cores: Int) -> Int {
        max(1, min(cores, DecodingLimits.scanBytes / max(1, pieceBytes + picture.unpackingBytes)))
    }

    private var columns: Int { (picture.size.width + overlap.x + piece.width - 1) / piece.width }
    private var rows: Int { (picture.size.height + overlap.y + piece.height - 1) / piece.height }

    private func area(_ number: Int) -> PixelRect {
        PixelRect(
            x: number % columns * piece.width - overlap.x,
            y: number / columns * piece.height - overlap.y, width: piece.width,
            height: piece.height
        ).intersection(PixelRect(picture.size))
    }

    /// The pixels of a piece.
    struct Piece {
        let area: PixelRect
        /// The number of rows that are read.
        ///
        /// Missing rows are transparent, and no piece follows them.
        let rows: Int
        let block: PixelBlock
        /// True if all pixels of the rows that are read are opaque.
        let isOpaque: Bool
    }

    /// Reads the picture and passes each piece to `receive`, usually on several threads.
    ///
    /// Calls `didPass` with the number of complete rows at the top, and stops if `didPass` returns
    /// false.
    ///
    /// - Throws: a failure of `receive`, or of the picture unless only some pixels are missing.
    func run(
        note: @Sendable (Damage) -> Void,
        receive: @Sendable (Piece) throws(DecodingFailure) -> Void,
        didPass: (_ rows: Int) -> Bool
    ) throws(DecodingFailure) {
        if picture.access == .rows {
            try runInRows(note: note, receive: receive, didPass: didPass)
        } else {
            try runInPieces(note: note, receive: receive, didPass: didPass)
        }
    }

    private func runInPieces(
        note: @Sendable (Damage) -> Void,
        receive: @Sendable (Piece) throws(DecodingFailure) -> Void,
        didPass: (_ rows: Int) -> Bool
    ) throws(DecodingFailure) {
        let atOnce = piecesAtOnce(cores: WorkThread.coreCount)
        let pool = PixelPool(idleBytes: pieceBytes * atOnce)
        let failure = Mutex<DecodingFailure?>(nil)
        // A step consists of whole rows of pieces, enough for all cores.
        let step = max(1, (WorkThread.coreCount * Self.piecesPerCore + columns - 1) / columns)
        for row in stride(from: 0, to: rows, by: step) {
            let first = row * columns
            let last = min(row + step, rows) * columns
            expect(rows: min(row + step, rows)..<min(row + 2 * step, rows))
            WorkThread.concurrentPerform(iterations: last - first, atOnce: atOnce) { number in
                do throws(DecodingFailure) {
                    try decode(area(first + number), from: pool, note: note, receive)
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
            }
            if let failure = failure.withLock({ $0 }) { throw failure }
            guard didPass(area(last - 1).maxY) else { return }
        }
    }

    /// Asks the system to read ahead rows of pieces, while previous pieces are decompressed.
    private func expect(rows: Range<Int>) {
        for number in (rows.lowerBound * columns)..<(rows.upperBound * columns) {
            picture.expect(area(number))
        }
    }

    private func decode(
        _ area: PixelRect, from pool: PixelPool, note: (Damage) -> Void,
        _ receive: (Piece) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        let count = area.size.width * area.size.height * Raster.bytesPerPixel
        let memory = try pool.borrow(byteCount: count)
        defer { pool.giveBack(memory) }
        let block = PixelBlock(
            memory.bytes.assumingMemoryBound(to: UInt8.self), size: area.size)
        let isOpaque = try picture.decode(area, into: block, at: .origin, note: note)
        try receive(
            Piece(area: area, rows: area.size.height, block: block, isOpaque: isOpaque))
    }

    private func runInRows(
        note: (Damage) -> Void, receive: (Piece) throws(DecodingFailure) -> Void,
        didPass: (_ rows: Int) -> Bool
    ) throws(DecodingFailure) {
        guard pieceBytes <= DecodingLimits.scanBytes else { throw .tooLarge(picture.size) }
        guard let memory = try? MappedMemory(byteCount: pieceBytes) else { throw .outOfMemory }
        try picture.withRows { reader throws(DecodingFailure) in
            var isComplete = true
            for row in 0..<rows {
                let area = area(row)
                let block = PixelBlock(
                    memory.bytes.assumingMemoryBound(to: UInt8.self), size: area.size)
                let (count, failure) = reader.read(rows: area.size.height, into: block)
                if let failure {
                    guard area.minY + count > 0 else { throw failure }
                    note(Damage(failure))
                    // All rows are present, but some of the pixels may be missing.
                    isComplete = isComplete && count < area.size.height
                }
                let filled = count * area.size.width * Raster.bytesPerPixel
                UnsafeMutableBufferPointer(rebasing: block.bytes[filled...]).update(repeating: 0)
                try receive(
                    Piece(
                        area: area, rows: count, block: block,
                        isOpaque: isComplete && !picture.hasAlpha))
                guard count == area.size.height, didPass(area.maxY) else { return }
            }
        }
    }
}

extension Damage {
    /// Creates the damage of a picture of which only some rows are decoded.
    fileprivate init(_ failure: DecodingFailure) {
        if case .damaged(let damage) = failure { self = damage } else { self = .noMemory }
    }
}

extension PictureScan.Piece {
    /// Returns the means of a piece over boxes of several sizes, smallest first.
    ///
    /// The result is `nil` if `reductions` is empty.
    func means(over reductions: [Reduction], orientation: Orientation) -> NestedBoxFilter? {
        let boxes = reductions.map {
            BoxMean(of: area.size, reducedBy: $0, orientation: orientation, isOpaque: isOpaque)
        }
        let known = rows * area.size.width * Raster.bytesPerPixel
        let means = NestedBoxFilter(boxes[...])
        means?.reduce(UnsafeBufferPointer(rebasing: block.bytes[..<known]))
        return means
    }
}
