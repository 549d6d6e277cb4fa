/// The order in which a JPEG tells the coefficients of a block.
enum ZigZag {
    /// The place in the block, row by row, of each coefficient: diagonals, up and down in turn.
    static let places: [Int] = (0..<15).flatMap { diagonal in
        let cells = (max(0, diagonal - 7)...min(7, diagonal)).map { row in
            row * 8 + diagonal - row
        }
        return diagonal.isMultiple(of: 2) ? cells.reversed() : cells
    }
}
