internal import Imaging
internal import Synchronization

/// A decoder of a whole pyramid at a reduction, before the orientation is applied.
struct PyramidDecoder: WholePicture {
    let pyramid: PicturePyramid
    /// True if a reading of the file also makes copies at stronger reductions.
    var makesSmallerCopies = true

    var storedSize: PixelSize { pyramid.size }
    var orientation: Orientation { pyramid.orientation }
    var isGray: Bool { pyramid.isGray }
    var sampleReader: (any SampleReader)? { pyramid.sampleReader }

    /// The combined results of all pieces of a picture.
    private struct Found {
        var damage: Damage?
        var isOpaque = true
    }

    /// A picture at a stronger reduction than the requested one, from the same reading of the file.
    private struct SmallerPicture {
        let reduction: Reduction
        let block: PixelBlock

        func raster(isOpaque: Bool) -> Raster {
            Raster(size: block.size, pixels: Array(block.bytes), isOpaque: isOpaque)
        }
    }

    func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> DecodedPicture {
        let size = pyramid.size.reduced(by: reduction)
        try MemoryCheck.canHold(size, of: pyramid.size)
        let found = Mutex(Found())
        let smaller = smallerPictures(than: reduction)
        defer { for picture in smaller { picture.block.bytes.deallocate() } }
        var failure: DecodingFailure?
        let pixels = Raster.bytes(of: size) { target in
            do throws(DecodingFailure) {
                try fill(PixelBlock(target, size: size), reducedBy: reduction, smaller, found)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        let (damage, isOpaque) = found.withLock { ($0.damage, $0.isOpaque) }
        if let damage, pixels.allSatisfy({ $0 == 0 }) { throw .damaged(damage) }
        let isWholeAndOpaque = isOpaque && damage == nil
        return DecodedPicture(
            raster: Raster(size: size, pixels: pixels, isOpaque: isWholeAndOpaque), damage: damage,
            smaller: smaller.map { ($0.reduction, $0.raster(isOpaque: isWholeAndOpaque)) })
    }

    /// Returns the pictures to fill beside a reduction of the main picture.
    ///
    /// Levels, palettes and the minimap need one of them, and would read the file again.
    private func smallerPictures(than reduction: Reduction) -> [SmallerPicture] {
        guard makesSmallerCopies, reduction != .none, pyramid.copies.isEmpty else { return [] }
        return Reduction.ofFiles.filter { $0.rawValue > reduction.rawValue }.map {
            let size = pyramid.size.reduced(by: $0)
            let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(
                capacity: size.width * size.height * Raster.bytesPerPixel)
            bytes.initialize(repeating: 0)
            return SmallerPicture(reduction: $0, block: PixelBlock(bytes, size: size))
        }
    }

    private func fill(
        _ target: PixelBlock, reducedBy reduction: Reduction, _ smaller: [SmallerPicture],
        _ found: borrowing Mutex<Found>
    ) throws(DecodingFailure) {
        // Pieces do not overlap.
        nonisolated(unsafe) let (target, smaller) = (target, smaller)
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
                var means = piece.means(
                    over: [reduction] + smaller.map(\.reduction), orientation: pyramid.orientation)
                let targets = [(target, grid)] + smaller.map { ($0.block, boxes(of: $0)) }
                for (target, grid) in targets {
                    guard let block = means?.block else { return }
                    block.copy(
                        PixelRect(block.size), to: target, at: grid.box(at: piece.area.origin))
                    means = means?.larger
                }
            },
            didPass: { _ in true })
    }

    private func boxes(of picture: SmallerPicture) -> BoxMean {
        pyramid.means(for: picture.reduction, takesCopies: false).boxes
    }
}
