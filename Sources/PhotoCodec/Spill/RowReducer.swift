internal import Imaging

/// Makes a photo's rows smaller as they come, and writes them to a level.
struct RowReducer: ~Copyable {
    private let boxes: BoxMean
    private let level: SpilledLevel
    private let rowBytes: Int
    /// The rows of a box that have come, and the one row that is made of them.
    private let band: UnsafeMutableBufferPointer<UInt8>
    private let result: UnsafeMutableBufferPointer<UInt8>
    private var held = 0
    private var row = 0

    init(_ boxes: BoxMean, of width: Int, into level: SpilledLevel) {
        self.boxes = boxes
        self.level = level
        rowBytes = width * Raster.bytesPerPixel
        band = .allocate(capacity: rowBytes * boxes.reduction)
        result = .allocate(capacity: boxes.size.width * Raster.bytesPerPixel)
    }

    deinit {
        band.deallocate()
        result.deallocate()
    }

    mutating func take(
        _ rows: UnsafeMutableBufferPointer<UInt8>, count: Int
    ) throws(DecodingFailure) {
        for number in 0..<count {
            let bytes = (number * rowBytes)..<((number + 1) * rowBytes)
            _ = UnsafeMutableBufferPointer(rebasing: band[(held * rowBytes)...])
                .update(fromContentsOf: rows[bytes])
            held += 1
            if held == boxes.rows(of: row).count { try reduce() }
        }
    }

    /// Makes a row of what has come of it, where no more will.
    mutating func finish() throws(DecodingFailure) {
        if held > 0 { try reduce() }
    }

    private mutating func reduce() throws(DecodingFailure) {
        let rows = UnsafeBufferPointer(rebasing: band[..<(held * rowBytes)])
        boxes.reduce(rows, into: result, row: 0)
        try level.write(UnsafeRawBufferPointer(result), fromRow: row)
        held = 0
        row += 1
    }
}
