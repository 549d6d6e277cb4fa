internal import Imaging

/// How a photo's status travels beside every answer of its worker.
extension ImageSourceStatus {
    private static let millionth = 1_000_000.0

    var numbers: [Int] {
        guard let figures else { return [damage == nil ? 0 : 1] }
        return [
            damage == nil ? 0 : 1, figures.tilesMade, figures.tilesAsked, figures.tilesFound,
            figures.tileBytes, figures.indexBytes, figures.spillBytes,
            Int(max(0, min(1, figures.fractionRead)) * Self.millionth),
        ]
    }

    /// `nil` if the numbers are not those of a status.
    init?(_ numbers: ArraySlice<Int>, text: String) {
        let numbers = Array(numbers)
        guard numbers.count == 1 || numbers.count == 8 else { return nil }
        self.init(damage: numbers[0] == 0 ? nil : Damage(reason: text))
        guard numbers.count == 8 else { return }
        figures = PhotoFigures(
            tilesMade: numbers[1], tilesAsked: numbers[2], tilesFound: numbers[3],
            tileBytes: numbers[4], indexBytes: numbers[5], spillBytes: numbers[6],
            fractionRead: min(1, Double(numbers[7]) / Self.millionth))
    }
}
