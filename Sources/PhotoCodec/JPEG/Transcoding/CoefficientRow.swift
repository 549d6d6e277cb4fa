internal import Imaging

/// The coefficients of one row of units of a JPEG, in zigzag order, block after block.
///
/// Unchecked: one thread fills it and reads it.
final class CoefficientRow: @unchecked Sendable {
    struct Part {
        let blocks: UnsafeMutablePointer<Int16>
        /// How many coefficients of a block are held: all 64, or the first.
        let held: Int
        /// Blocks of a row; of these, those that the picture needs.
        let width: Int
        let usedWidth: Int
        /// Rows of blocks; of the whole picture, those that it needs.
        let height: Int
        let usedHeight: Int

        var count: Int { width * height * held }
    }

    let parts: [Part]

    /// - Parameters:
    ///   - frame: the JPEG's.
    ///   - isWhole: whether more than the first coefficients of a component are wanted.
    init(of frame: JPEGFrame, isWhole: (_ component: Int) -> Bool = { _ in true }) {
        let across = frame.components.map(\.across).max() ?? 1
        let down = frame.components.map(\.down).max() ?? 1
        parts = frame.components.enumerated().map { number, component in
            let width = frame.unitsAcross * component.across
            let held = isWhole(number) ? 64 : 1
            let count = width * component.down * held
            let blocks = UnsafeMutablePointer<Int16>.allocate(capacity: count)
            blocks.initialize(repeating: 0, count: count)
            let samplesAcross = (frame.size.width * component.across + across - 1) / across
            let samplesDown = (frame.size.height * component.down + down - 1) / down
            return Part(
                blocks: blocks, held: held, width: width, usedWidth: (samplesAcross + 7) / 8,
                height: component.down, usedHeight: (samplesDown + 7) / 8)
        }
    }

    deinit { for part in parts { part.blocks.deallocate() } }

    func clear() {
        for part in parts { part.blocks.update(repeating: 0, count: part.count) }
    }
}
