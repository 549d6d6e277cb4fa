import Imaging

/// Chooses the foreground and background of each cell.
///
/// Fonts leave a line of background at the edges of their blocks, mostly in the last row of pixels.
/// So a cell of one colour is a blank with that background; and of a pattern and its complement
/// with exchanged colours, the one whose foreground continues less into its neighbours is drawn,
/// because a line between two cells of one colour is visible.
struct CellGrounds {
    private let glyphs: BlockGlyphs
    private let size: CellSize
    private let depth: ColourDepth
    /// The shape of each pattern; empty unless characters are blocks with two columns.
    private let shapes: [BlockShape]

    init(_ glyphs: BlockGlyphs, _ depth: ColourDepth, size: CellSize) {
        self.glyphs = glyphs
        self.size = size
        self.depth = depth
        shapes = GlyphTable.shapes(glyphs)
    }

    func settle(_ cells: inout [MosaicCell]) {
        cells.withUnsafeMutableBufferPointer { cells in
            if glyphs == .half { return settleHalves(cells) }
            for index in cells.indices where cells[index].foreground == cells[index].background {
                cells[index] = .plain(cells[index].background)
            }
            if !shapes.isEmpty { settleParts(cells) }
        }
    }

    /// Settles half blocks, both halves of which touch both sides.
    ///
    /// Hot: runs for each cell of a frame.
    private func settleHalves(_ cells: UnsafeMutableBufferPointer<MosaicCell>) {
        for row in 0..<size.rows {
            for index in row &* size.columns..<(row &+ 1) &* size.columns {
                let (upper, lower) = (cells[index].upper, cells[index].lower)
                guard upper != lower else {
                    cells[index] = .plain(upper)
                    continue
                }
                let above = row > 0 ? cells[index &- size.columns].lower : nil
                // Below its last row, the picture is assumed to continue.
                let below = row &+ 1 < size.rows ? cells[index &+ size.columns].upper : lower
                let contrast = distance(upper, lower)
                let seenAbove = above.map { max(0, contrast &- distance(upper, $0)) } ?? 0
                let seenBelow = max(0, contrast &- distance(lower, below))
                // In a tie, the last row is background, because that is the line that fonts leave.
                cells[index] =
                    contrast < Self.leastContrast || seenAbove <= seenBelow
                    ? MosaicCell(pattern: 1, foreground: upper, background: lower)
                    : MosaicCell(pattern: 2, foreground: lower, background: upper)
            }
        }
    }

    /// The minimum contrast of a visible line; below it the choice ignores the neighbours.
    private static let leastContrast = 24

    /// Settles blocks of other shapes.
    ///
    /// Hot: runs for each cell of a frame.
    private func settleParts(_ cells: UnsafeMutableBufferPointer<MosaicCell>) {
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let index = row &* size.columns &+ column
                let cell = cells[index]
                guard cell.pattern != 0, let opposite = shapes[Int(cell.pattern)].opposite,
                    distance(cell.foreground, cell.background) >= Self.leastContrast
                else { continue }
                var seen = shapes[Int(cell.pattern)].mask & Self.lastRow == Self.lastRow ? 1 : 0
                if row > 0 { seen &+= lines(cell, at: .above, cells[index &- size.columns]) }
                let below = row &+ 1 < size.rows ? cells[index &+ size.columns] : nil
                seen &+= lines(cell, at: .below, below)
                if column > 0 { seen &+= lines(cell, at: .before, cells[index &- 1]) }
                if column &+ 1 < size.columns {
                    seen &+= lines(cell, at: .after, cells[index &+ 1])
                }
                if seen > 0 { cells[index] = cell.exchanged(for: opposite) }
            }
        }
    }

    /// The bits of the elements in the last row of two by four.
    private static let lastRow: UInt8 = 0xC0

    /// Returns the visibility of a background line in the foreground at an edge, minus that of a
    /// foreground line in the background.
    ///
    /// Without a neighbour, the picture is assumed to continue in the same colours.
    private func lines(_ cell: MosaicCell, at edge: Edge, _ other: MosaicCell?) -> Int {
        let mask = shapes[Int(cell.pattern)].mask
        let contrast = distance(cell.foreground, cell.background)
        var seen = 0
        for element in 0..<edge.count {
            let own = edge.first &+ element &* edge.step
            let isInk = mask >> UInt8(own) & 1 == 1
            let difference = other.map {
                distance(colour(own, of: cell), colour(own &+ edge.toOther, of: $0))
            }
            let line = max(0, contrast &- (difference ?? 0))
            seen &+= isInk ? line : 0 &- line
        }
        return seen &* edge.weight
    }

    @inline(__always)
    private func colour(_ element: Int, of cell: MosaicCell) -> UInt32 {
        shapes[Int(cell.pattern)].mask >> UInt8(element) & 1 == 1
            ? cell.foreground : cell.background
    }

    /// A side of a cell: its first element, the step to the next, and the step to the neighbour's
    /// adjacent element.
    private struct Edge {
        let first: Int
        let step: Int
        let count: Int
        let toOther: Int
        // A line along a row counts more than one along a column, which few fonts leave. The
        // weights are even, so that adding one decides only ties.
        let weight: Int

        static let above = Edge(first: 0, step: 1, count: 2, toOther: 6, weight: 8)
        static let below = Edge(first: 6, step: 1, count: 2, toOther: -6, weight: 8)
        static let before = Edge(first: 0, step: 2, count: 4, toOther: 1, weight: 2)
        static let after = Edge(first: 1, step: 2, count: 4, toOther: -1, weight: 2)
    }

    /// Returns the distance in codes, summed over the three channels.
    @inline(__always)
    private func distance(_ first: UInt32, _ second: UInt32) -> Int {
        let (first, second) =
            depth == .trueColour
            ? (first, second)
            : (TerminalColours.table[Int(first)], TerminalColours.table[Int(second)])
        func channel(_ shift: UInt32) -> Int {
            abs(Int(first &>> shift & 0xFF) &- Int(second &>> shift & 0xFF))
        }
        return channel(16) &+ channel(8) &+ channel(0)
    }
}

extension MosaicCell {
    /// The colours of the halves of a half block.
    fileprivate var upper: UInt32 { pattern & 1 == 0 ? background : foreground }
    fileprivate var lower: UInt32 { pattern & 2 == 0 ? background : foreground }
}
