package import Imaging

/// The characters a picture is made of where a terminal has no graphics.
package enum BlockGlyphs: String, CaseIterable, Hashable, Sendable {
    case half, quadrant, sextant, octant, braille, ascii

    /// The picture elements one character can draw.
    package var metrics: CellMetrics {
        switch self {
        case .half, .ascii: CellMetrics(width: 1, height: 2)
        case .quadrant: CellMetrics(width: 2, height: 2)
        case .sextant: CellMetrics(width: 2, height: 3)
        case .octant, .braille: CellMetrics(width: 2, height: 4)
        }
    }
}
