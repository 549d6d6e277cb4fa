internal import Imaging

/// Makes a photo's rows smaller as they come, and writes them to a level.
struct RowReducer: ~Copyable {
    private let boxes: BoxMean
    private let level: SpilledMipLevel
    private var sums: BoxSums
    /// The one row that is made of those that have come.
    private let result: UnsafeMutableBufferPointer<UInt8>
    private var row = 0

    init(_ boxes: BoxMean, into level: SpilledMipLevel) {
        self.boxes = boxes
        self.level = level
        sums = BoxSums(boxes)
        result = .allocate(capacity: boxes.meanBytes)
    }

    deinit { result.deallocate() }

    mutating func take(
        _ rows: UnsafeMutableBufferPointer<UInt8>, count: Int
    ) throws(DecodingFailure) {
        for number in 0..<count {
            let bytes = (number * boxes.rowBytes)..<((number + 1) * boxes.rowBytes)
            sums.add(UnsafeBufferPointer(rebasing: rows[bytes]))
            if sums.rows == boxes.rows(of: row).count { try reduce() }
        }
    }

    /// Makes a row of what has come of it, where no more will.
    mutating func finish() throws(DecodingFailure) {
        if sums.rows > 0 { try reduce() }
    }

    private mutating func reduce() throws(DecodingFailure) {
        sums.finish(result)
        try level.write(UnsafeRawBufferPointer(result), fromRow: row)
        row += 1
    }
}
