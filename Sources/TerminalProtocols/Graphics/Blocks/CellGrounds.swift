import Imaging

/// Chooses what of each cell is ink and what is its ground.
///
/// Fonts leave a line of the ground at the edges of their blocks, the last row of pixels above all. So a
/// cell of one colour is a blank on that ground, and of a pattern and its complement with exchanged colours
/// the one is drawn whose ink has the less to continue: a line between two cells of one colour is seen.
struct CellGrounds {
    private let size: CellSize
    private let depth: ColourDepth
    /// Of each pattern; empty if characters are no blocks.
    private let shapes: [BlockShape]
    private let edges: [Edge]

    /// A side of a cell: the elements that touch the neighbour there, and those of it that they touch.
    private struct Edge {
        let columns: Int
        let rows: Int
        let elements: [(own: UInt8, other: UInt8)]
        let weight: Int
    }

    // The bits of the elements, two by four.
    private static let above = Edge(
        columns: 0, rows: -1, elements: [(0x01, 0x40), (0x02, 0x80)], weight: lineWeight)
    private static let below = Edge(
        columns: 0, rows: 1, elements: [(0x40, 0x01), (0x80, 0x02)], weight: lineWeight)
    private static let before = Edge(
        columns: -1, rows: 0,
        elements: [(0x01, 0x02), (0x04, 0x08), (0x10, 0x20), (0x40, 0x80)], weight: 1)
    private static let after = Edge(
        columns: 1, rows: 0,
        elements: [(0x02, 0x01), (0x08, 0x04), (0x20, 0x10), (0x80, 0x40)], weight: 1)

    /// How much more a line along a row counts than one along a column: few fonts leave those.
    private static let lineWeight = 4

    init(_ glyphs: BlockGlyphs, _ depth: ColourDepth, size: CellSize) {
        self.size = size
        self.depth = depth
        shapes = GlyphTable.shapes(glyphs)
        // Both halves of a half block touch both sides alike.
        edges =
            glyphs == .half
            ? [Self.above, Self.below] : [Self.above, Self.below, Self.before, Self.after]
    }

    /// Hot: runs for each cell of a frame.
    func settle(_ cells: inout [MosaicCell]) {
        cells.withUnsafeMutableBufferPointer { cells in
            for place in cells.indices where cells[place].foreground == cells[place].background {
                cells[place] = .plain(cells[place].background)
            }
            guard !shapes.isEmpty else { return }
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    let place = row &* size.columns &+ column
                    let cell = cells[place]
                    guard cell.pattern != 0, let opposite = shapes[Int(cell.pattern)].opposite
                    else { continue }
                    if isInkSeen(of: cell, at: (row, column), UnsafeBufferPointer(cells)) {
                        cells[place] = cell.exchanged(for: opposite)
                    }
                }
            }
        }
    }

    /// Whether lines of the ground would be seen more in the ink than lines of the ink in the ground.
    private func isInkSeen(
        of cell: MosaicCell, at place: (row: Int, column: Int),
        _ cells: UnsafeBufferPointer<MosaicCell>
    ) -> Bool {
        let mask = shapes[Int(cell.pattern)].mask
        let ink = components(cell.foreground)
        let ground = components(cell.background)
        let contrast = Self.distance(ink, ground)
        // What is seen of the ground in the ink, less what would be of the ink in the ground. If it is all
        // the same, the last row is the ground: it is the one that fonts leave.
        var seen = mask & 0xC0 == 0xC0 ? 1 : 0
        for edge in edges {
            let (row, column) = (place.row &+ edge.rows, place.column &+ edge.columns)
            guard row >= 0, row < size.rows, column >= 0, column < size.columns else { continue }
            let other = cells[row &* size.columns &+ column]
            let otherMask = shapes[Int(other.pattern)].mask
            let (otherInk, otherGround) = (
                components(other.foreground), components(other.background)
            )
            for (own, touched) in edge.elements {
                let isInk = mask & own != 0
                let difference = Self.distance(
                    isInk ? ink : ground, otherMask & touched != 0 ? otherInk : otherGround)
                let line = max(0, contrast &- difference) &* edge.weight
                seen &+= (isInk ? line : 0 &- line) &* 2
            }
        }
        return seen > 0
    }

    @inline(__always)
    private func components(_ code: UInt32) -> SIMD4<Int32> {
        let colour = Int32(
            bitPattern: depth == .trueColour ? code : TerminalColours.table[Int(code)])
        return SIMD4(colour &>> 16 & 0xFF, colour &>> 8 & 0xFF, colour & 0xFF, 0)
    }

    /// In codes, those of the three channels together.
    @inline(__always)
    private static func distance(_ first: SIMD4<Int32>, _ second: SIMD4<Int32>) -> Int {
        let difference = first &- second
        return Int(abs(difference.x) &+ abs(difference.y) &+ abs(difference.z))
    }
}
