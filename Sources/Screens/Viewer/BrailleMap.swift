internal import Imaging
internal import TerminalProtocols

/// The visible region of a photo as a map of 8 by 4 braille dots, with the visible dots set.
///
/// Dots at an edge of the map are set only if the view reaches that edge. The map thus shows the
/// directions in which the photo continues.
struct BrailleMap: Hashable {
    /// The number of dots across the map; a braille character has two by four dots.
    private static let across = 8
    private static let down = 4
    private static let dotsOfCell = 2
    /// The number of columns of the map on the screen, including its brackets.
    static let columns = across / dotsOfCell + 2

    /// The columns of dots in the visible region.
    let dotColumns: Range<Int>
    /// The rows of dots in the visible region.
    let dotRows: Range<Int>

    init(_ viewport: Viewport) {
        let view = viewport.window
        dotColumns = Self.dots(
            view.window.minX..<view.window.maxX, of: view.scaled.width, among: Self.across)
        dotRows = Self.dots(
            view.window.minY..<view.window.maxY, of: view.scaled.height, among: Self.down)
    }

    var text: SafeText {
        let cells = (0..<Self.across / Self.dotsOfCell).map { Self.cell(pattern(ofCell: $0)) }
        return SafeText("[" + String(String.UnicodeScalarView(cells)) + "]")
    }

    /// Returns the dots for a range of pixels: at least one, and all dots only for the whole
    /// length.
    ///
    /// The number of dots does not depend on the position of the range.
    private static func dots(_ view: Range<Int>, of length: Int, among count: Int) -> Range<Int> {
        let travel = length - view.count
        guard travel > 0 else { return 0..<count }
        let share = Double(view.count) / Double(length)
        let seen = min(max(1, Int((share * Double(count)).rounded())), count - 2)
        let start = Int((Double(view.lowerBound) / Double(travel) * Double(count - seen)).rounded())
        let low =
            switch view.lowerBound {
            case 0: 0
            case travel: count - seen
            default: min(max(1, start), count - seen - 1)
            }
        return low..<low + seen
    }

    private func pattern(ofCell cell: Int) -> UInt32 {
        let columns = (0..<Self.dotsOfCell).filter {
            dotColumns.contains(cell * Self.dotsOfCell + $0)
        }
        return columns.flatMap { column in dotRows.map { Self.bits[column][$0] } }.reduce(0, |)
    }

    /// The bits of dots in Unicode's order: dots 1 2 3 7 on the left, 4 5 6 8 on the right.
    private static let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

    private static func cell(_ pattern: UInt32) -> Unicode.Scalar {
        Unicode.Scalar(0x2800 + pattern) ?? " "
    }
}
