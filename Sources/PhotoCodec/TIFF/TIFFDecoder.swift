internal import Imaging
internal import Synchronization

/// Decodes a whole TIFF at a reduction, as it is stored.
struct TIFFDecoder: Sendable {
    let file: TIFFFile

    func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> DecodedPicture {
        let size = file.size.reduced(by: reduction)
        try MemoryCheck.canHold(size, of: file.size)
        let damage = Mutex<Damage?>(nil)
        var failure: DecodingFailure?
        let pixels = Raster.bytes(of: size) { target in
            do throws(DecodingFailure) {
                try fill(PixelBlock(target, size: size), reducedBy: reduction, damage)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        let found = damage.withLock { $0 }
        if let found, pixels.allSatisfy({ $0 == 0 }) { throw .damaged(reason: found.reason) }
        let isOpaque = !file.main.pixels.hasAlpha && found == nil
        return DecodedPicture(
            raster: Raster(size: size, pixels: pixels, isOpaque: isOpaque), damage: found)
    }

    private func fill(
        _ target: PixelBlock, reducedBy reduction: Reduction, _ damage: borrowing Mutex<Damage?>
    ) throws(DecodingFailure) {
        // Pieces lie beside each other.
        nonisolated(unsafe) let target = target
        let scan = TIFFScan(file.main, orientation: file.orientation)
        target.bytes.update(repeating: 0)
        try scan.run(
            note: { found in damage.withLock { $0 = $0 ?? found } },
            receive: { piece throws(DecodingFailure) in
                guard reduction != .none else {
                    piece.block.copy(
                        PixelRect(piece.area.size), to: target, at: piece.area.origin)
                    return
                }
                let (area, means) = piece.means(
                    over: reduction, of: file.size, orientation: file.orientation)
                means.copy(to: target, at: area.origin)
            },
            didPass: { _ in true })
    }
}
