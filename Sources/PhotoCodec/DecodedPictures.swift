internal import Imaging
internal import Synchronization

/// What a photo's decodings left in memory: at most one picture for each reduction.
///
/// Those who ask for the same reduction at once share one decoding; other reductions do not wait for
/// it. The newest picture is kept whatever its size, older ones within `DecodingLimits.keptBytes`.
final class DecodedPictures: Sendable {
    private struct Kept {
        let reduction: Reduction
        let raster: Raster
    }

    /// Who decodes a reduction holds its turn.
    private final class Turn: Sendable {
        let lock = Mutex(())
    }

    private let turns = Reduction.allCases.map { (reduction: $0, turn: Turn()) }
    /// The newest last.
    private let kept = Mutex<[Kept]>([])

    func picture(
        at reduction: Reduction, otherwise decode: () throws(DecodingFailure) -> Raster
    ) throws(DecodingFailure) -> Raster {
        if let raster = picture(at: reduction) { return raster }
        return try turn(of: reduction).lock.withLock { _ throws(DecodingFailure) in
            if let raster = picture(at: reduction) { return raster }
            let raster = try decode()
            keep(Kept(reduction: reduction, raster: raster))
            return raster
        }
    }

    private func picture(at reduction: Reduction) -> Raster? {
        kept.withLock { $0.first { $0.reduction == reduction }?.raster }
    }

    private func turn(of reduction: Reduction) -> Turn {
        guard let entry = turns.first(where: { $0.reduction == reduction }) else {
            preconditionFailure("each reduction has its turn")
        }
        return entry.turn
    }

    private func keep(_ picture: Kept) {
        kept.withLock { kept in
            while kept.reduce(0, { $0 + $1.raster.byteCount }) > DecodingLimits.keptBytes {
                kept.removeFirst()
            }
            kept.append(picture)
        }
    }
}
