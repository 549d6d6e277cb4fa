import Imaging
import Synchronization

/// The colour tables of a palette.
///
/// Each table is created on first use; a printed picture, for example, needs none for moving
/// frames.
final class SixelTables: Sendable {
    private let palette: Palette
    private let fine = Mutex<ColourTable?>(nil)
    /// The tables for moving frames, by the maximum number of registers.
    private let coarse = Mutex<[Int: ColourTable]>([:])

    init(_ palette: Palette) { self.palette = palette }

    /// Returns the table for the quality of a frame.
    func table(for frame: Frame) -> ColourTable {
        switch frame.quality {
        case .atRest: atRest
        case .moving: moving(limit: frame.movingQuality.registers)
        }
    }

    var atRest: ColourTable {
        fine.withLock { known in
            let table = known ?? ColourTable(palette)
            known = table
            return table
        }
    }

    func moving(limit: Int) -> ColourTable {
        coarse.withLock { tables in
            let table = tables[limit] ?? ColourTable(palette.moving(limit: limit))
            tables[limit] = table
            return table
        }
    }
}
