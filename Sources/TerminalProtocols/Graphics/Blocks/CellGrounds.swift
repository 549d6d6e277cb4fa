import Imaging

/// A choice of each cell's foreground and background that hides faults of fonts.
///
/// Fonts leave a line of background at the edges of their blocks, mostly in the last row of pixels.
/// Therefore, a cell of one colour becomes a blank with that background. Other cells can be drawn
/// with a pattern or with its complement and exchanged colours. The alternative whose foreground
/// continues less into the neighbouring cells is drawn, because a line between two cells of one
/// colour is visible.
struct CellGrounds {
    private let glyphs: BlockGlyphs
    private let size: CellSize
    private let depth: ColourDepth
    /// The shape of each pattern; empty unless the characters are blocks with two columns.
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

    /// Chooses the colours of half blocks, which touch both sides of their cells.
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
                // Below the last row, the picture is assumed to continue.
                let below = row &+ 1 < size.rows ? cells[index &+ size.columns].upper : lower
                let contrast = distance(upper, lower)
                let seenAbove = above.map { max(0, contrast &- distance(upper, $0)) } ?? 0
                let seenBelow = max(0, contrast &- distance(lower, below))
                // In a tie, the lower half is background, because fonts leave their line there.
                cells[index] =
                    contrast < Self.leastContrast || seenAbove <= seenBelow
                    ? MosaicCell(pattern: 1, foreground: upper, background: lower)
                    : MosaicCell(pattern: 2, foreground: lower, background: upper)
            }
        }
    }

    /// The minimum contrast at which a line is visible; below it, neighbours are ignored.
    private static let leastContrast = 24

    /// Chooses the colours of blocks with other shapes.
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

    /// The mask of the last row of 2 by 4 elements.
    private static let lastRow: UInt8 = 0xC0

    /// Returns the visibility of a background line in the foreground at an edge, minus the
    /// visibility of a foreground line in the background.
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

    /// An edge of a cell: its first element, the distance to its next element, and the distance to
    /// the adjacent element of the neighbouring cell.
    private struct Edge {
        let first: Int
        let step: Int
        let count: Int
        let toOther: Int
        // A horizontal line counts more than a vertical one, which few fonts leave. Weights are
        // even, so that adding one decides only ties.
        let weight: Int

        static let above = Edge(first: 0, step: 1, count: 2, toOther: 6, weight: 8)
        static let below = Edge(first: 6, step: 1, count: 2, toOther: -6, weight: 8)
        static let before = Edge(first: 0, step: 2, count: 4, toOther: 1, weight: 2)
        static let after = Edge(first: 1, step: 2, count: 4, toOther: -1, weight: 2)
    }

    /// Returns the distance between two colours in codes, summed over the three channels.
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
    /// The colour of the upper half of a half block.
    fileprivate var upper: UInt32 { pattern & 1 == 0 ? background : foreground }
    /// The colour of the lower half of a half block.
    fileprivate var lower: UInt32 { pattern & 2 == 0 ? background : foreground }
}
