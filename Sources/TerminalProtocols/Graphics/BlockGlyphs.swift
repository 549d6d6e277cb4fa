package import Imaging
package enum BlockGlyphs: Hashable, Sendable {
    case half
    package var metrics: CellMetrics { CellMetrics(width: 1, height: 2) }
}
