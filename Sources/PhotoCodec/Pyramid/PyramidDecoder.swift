internal import Imaging
internal import Synchronization

/// A decoder of a whole pyramid at a reduction, before the orientation is applied.
struct PyramidDecoder: WholePicture {
    let pyramid: PicturePyramid

    var storedSize: PixelSize { pyramid.size }
    var orientation: Orientation { pyramid.orientation }
    var isGray: Bool { pyramid.isGray }
    var sampleReader: (any SampleReader)? { pyramid.sampleReader }

    /// The combined results of all pieces of a picture.
    private struct Found {
        var damage: Damage?
        var isOpaque = true
    }

    func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> DecodedPicture {
        let size = pyramid.size.reduced(by: reduction)
        try MemoryCheck.canHold(size, of: pyramid.size)
        let found = Mutex(Found())
        var failure: DecodingFailure?
        let pixels = Raster.bytes(of: size) { target in
            do throws(DecodingFailure) {
                try fill(PixelBlock(target, size: size), reducedBy: reduction, found)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        let (damage, isOpaque) = found.withLock { ($0.damage, $0.isOpaque) }
        if let damage, pixels.allSatisfy({ $0 == 0 }) { throw .damaged(damage) }
        return DecodedPicture(
            raster: Raster(size: size, pixels: pixels, isOpaque: isOpaque && damage == nil),
            damage: damage)
    }

    private func fill(
        _ target: PixelBlock, reducedBy reduction: Reduction, _ found: borrowing Mutex<Found>
    ) throws(DecodingFailure) {
        // Pieces do not overlap.
        nonisolated(unsafe) let target = target
        let (picture, reduction, grid) = pyramid.means(
            for: reduction, takesCopies: pyramid.prefersCopies)
        let scan = PictureScan(picture, orientation: pyramid.orientation)
        target.bytes.update(repeating: 0)
        try scan.run(
            note: { damage in found.withLock { $0.damage = $0.damage ?? damage } },
            receive: { piece throws(DecodingFailure) in
                if !piece.isOpaque { found.withLock { $0.isOpaque = false } }
                guard reduction != .none else {
                    piece.block.copy(
                        PixelRect(piece.area.size), to: target, at: piece.area.origin)
                    return
                }
                let means = piece.means(over: [reduction], orientation: pyramid.orientation)
                guard let block = means?.block else { return }
                block.copy(
                    PixelRect(block.size), to: target, at: grid.box(at: piece.area.origin))
            },
            didPass: { _ in true })
    }
}
