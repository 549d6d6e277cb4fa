package import Imaging

// In tables of tests sizes and places are written as data: "640x480", "12,34".

extension PixelSize: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        let numbers = text.split(separator: "x").compactMap { Int($0) }
        precondition(numbers.count == 2, "a size is written 640x480")
        self.init(width: numbers[0], height: numbers[1])
    }
}

extension PixelPoint: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        let numbers = text.split(separator: ",").compactMap { Int($0) }
        precondition(numbers.count == 2, "a place is written 12,34")
        self.init(x: numbers[0], y: numbers[1])
    }
}

extension CellMetrics {
    /// The first pixel of a cell.
    package func origin(row: Int, column: Int) -> PixelPoint {
        PixelPoint(x: across.pixels(of: column), y: down.pixels(of: row))
    }

    /// A pixel in the middle of a cell.
    package func middle(row: Int, column: Int) -> PixelPoint {
        let start = origin(row: row, column: column)
        return PixelPoint(
            x: start.x + Int(across.cell) / 2, y: start.y + Int(down.cell) / 2)
    }
}
