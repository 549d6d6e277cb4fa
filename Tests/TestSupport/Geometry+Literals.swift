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
