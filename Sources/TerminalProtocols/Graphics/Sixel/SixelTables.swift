import Imaging
import Synchronization

/// The tables of a palette, each made when first needed: a printed picture never moves.
final class SixelTables: Sendable {
    private let palette: Palette
    private let fine = Mutex<ColourTable?>(nil)
    private let coarse = Mutex<ColourTable?>(nil)

    init(_ palette: Palette) { self.palette = palette }

    /// Its palette is what a frame of that quality defines.
    func table(for quality: RenderQuality) -> ColourTable {
        switch quality {
        case .atRest: Self.table(fine) { ColourTable(palette) }
        case .moving: Self.table(coarse) { ColourTable(palette.moving) }
        }
    }

    private static func table(
        _ known: borrowing Mutex<ColourTable?>, made make: () -> ColourTable
    ) -> ColourTable {
        known.withLock { known in
            let table = known ?? make()
            known = table
            return table
        }
    }
}
