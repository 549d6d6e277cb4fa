import Imaging

/// What to do with the cells on the screen so that they become those of a mosaic.
struct CellDiff {
    /// What is to be done in one row.
    struct Row {
        /// So many cells are taken out at the row's start; inserted when negative.
        let aside: Int
        /// The cells that are then still to be drawn, by their places in the mosaic.
        let runs: [Range<Int>]
    }

    let shift: CellScroll
    /// Whether the rows are moved before anything else.
    let movesUp: Bool
    private let new: BlockMosaic
    private let old: [MosaicCell]

    /// Moving a row costs about as many bytes as a cell.
    private static let moveCells = 1

    /// Cells are moved where fewer are to be drawn then: what is black moves to no avail.
    init(from old: [MosaicCell], to new: BlockMosaic, by shift: CellScroll) {
        self.shift = shift
        self.new = new
        let moved = shift.movedUp(old, of: new.size)
        movesUp =
            shift.rows != 0
            && Self.drawn(moved, new, shift) < Self.drawn(old, new, shift)
        self.old = movesUp ? moved : old
    }

    func row(_ row: Int) -> Row {
        let cells = new.cells(of: row)
        let shown = old[cells.indices]
        if shift.columns != 0 {
            let moved = shift.movedAside(shown)[...]
            if Self.unlike(moved, cells) + Self.moveCells < Self.unlike(shown, cells) {
                return Row(aside: shift.columns, runs: Self.runs(in: cells, unlike: moved))
            }
        }
        return Row(aside: 0, runs: Self.runs(in: cells, unlike: shown))
    }

    /// How many cells are to be drawn where each row is moved aside if that helps.
    private static func drawn(
        _ shown: [MosaicCell], _ new: BlockMosaic, _ shift: CellScroll
    ) -> Int {
        (0..<new.size.rows).reduce(0) { sum, row in
            let cells = new.cells(of: row)
            let old = shown[cells.indices]
            let still = unlike(old, cells)
            guard shift.columns != 0 else { return sum + still }
            return sum + min(still, unlike(shift.movedAside(old)[...], cells))
        }
    }

    private static func unlike(
        _ old: ArraySlice<MosaicCell>, _ new: ArraySlice<MosaicCell>
    ) -> Int {
        zip(old, new).reduce(0) { $1.0.looksLike($1.1) ? $0 : $0 + 1 }
    }

    private static func runs(
        in new: ArraySlice<MosaicCell>, unlike old: ArraySlice<MosaicCell>
    ) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for (place, cells) in zip(new.indices, zip(old, new)) where !cells.0.looksLike(cells.1) {
            if let last = runs.last, last.upperBound == place {
                runs[runs.count - 1] = last.lowerBound..<place + 1
            } else {
                runs.append(place..<place + 1)
            }
        }
        return runs
    }
}
