import Imaging
import Synchronization

/// What the workbenches of one palette share, each made when it is first asked for: a picture that is
/// printed never moves.
final class SixelTables: Sendable {
    private let palette: Palette
    private let fine = Mutex<ColourTable?>(nil)
    private let coarse = Mutex<AnchoredColours?>(nil)

    init(_ palette: Palette) {
        self.palette = palette
    }

    var atRest: ColourTable {
        fine.withLock { known in
            let table = known ?? ColourTable(palette)
            known = table
            return table
        }
    }

    var moving: AnchoredColours {
        coarse.withLock { known in
            let colours = known ?? AnchoredColours(palette)
            known = colours
            return colours
        }
    }
}
