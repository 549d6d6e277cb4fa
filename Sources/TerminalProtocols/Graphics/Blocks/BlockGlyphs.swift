package import Imaging

/// The characters a picture is made of where a terminal has no graphics.
package enum BlockGlyphs: String, CaseIterable, Hashable, Sendable {
    case half, quadrant, sextant, octant, braille, ascii

    /// The picture elements of a cell, which are square where a cell is twice as high as wide.
    ///
    /// Photos are scaled to these: scaled to the parts of a quadrant they would come out half as wide.
    package var elements: PixelSize {
        switch self {
        case .half, .ascii: PixelSize(width: 1, height: 2)
        case .quadrant, .sextant, .octant, .braille: PixelSize(width: 2, height: 4)
        }
    }

    /// The same as a bridge between elements and cells.
    package var metrics: CellMetrics {
        CellMetrics(width: elements.width, height: elements.height)
    }

    /// The parts of a cell that one character can tell apart.
    var parts: PixelSize {
        switch self {
        case .half, .ascii: PixelSize(width: 1, height: 2)
        case .quadrant: PixelSize(width: 2, height: 2)
        case .sextant: PixelSize(width: 2, height: 3)
        case .octant, .braille: PixelSize(width: 2, height: 4)
        }
    }
}
