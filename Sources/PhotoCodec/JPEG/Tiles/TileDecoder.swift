internal import Files
internal import Imaging

/// Decodes any area of an indexed JPEG, at any reduction TurboJPEG knows.
struct TileDecoder: Sendable {
    let photo: IndexedPhoto
    let codes: DCPredictorFixup
    let inks: CMYKConverter?
    /// What tiles are decoded into, with their margins.
    private let scratch = PixelPool()

    init(photo: IndexedPhoto, codes: DCPredictorFixup, inks: CMYKConverter?) {
        self.photo = photo
        self.codes = codes
        self.inks = inks
    }

    /// The pixels of an area of the reduced photo, as it is stored.
    ///
    /// - Precondition: the rows below it were walked, one more than it needs or all.
    func decode(
        _ area: PixelRect, reducedBy reduction: Reduction, into block: PixelBlock
    ) throws(DecodingFailure) {
        let r = reduction.rawValue
        let original = PixelRect(
            x: area.minX * r, y: area.minY * r, width: area.size.width * r,
            height: area.size.height * r
        ).intersection(PixelRect(photo.scan.size))
        let rect = MCURect(under: original, of: photo.scan)
        let covered = rect.pixels(of: photo.scan)
        let size = covered.size.reduced(by: reduction)
        let memory = try scratch.borrow(
            byteCount: size.width * size.height * Raster.bytesPerPixel)
        defer { scratch.giveBack(memory) }
        let decoded = PixelBlock(memory.bytes.assumingMemoryBound(to: UInt8.self), size: size)
        guard decode(rect, size: size, reducedBy: reduction, into: decoded.bytes) else {
            throw .outOfMemory
        }
        forgetPages(under: rect)
        let part = PixelRect(
            x: area.minX - covered.minX / r, y: area.minY - covered.minY / r,
            width: area.size.width, height: area.size.height)
        decoded.copy(part, to: block, at: .origin)
    }

    /// Gives the pages of a mapped file back that a tile was made of.
    ///
    /// Its bits lie in stretches all over many rows of units: pans would gather all of the file.
    private func forgetPages(under rect: MCURect) {
        let entry = photo.index.entry(before: rect.columns.lowerBound)
        let first = photo.index[rect.rows.lowerBound, entry].position >> 3
        let last = photo.index[rect.rows.upperBound - 1, entry].position >> 3
        guard first < last else { return }
        photo.bytes.forgetPages(Int(first)..<Int(last))
    }

    private func decode(
        _ rect: MCURect, size: PixelSize, reducedBy reduction: Reduction,
        into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        TileAssembler(photo, codes: codes).assemble(rect) { jpeg, whole in
            guard whole.contains(where: { $0 > 0 }) else {
                BlankPixels.fill(target)
                return true
            }
            let outcome = TurboJPEG.decode(
                jpeg, into: target, size: size, isCMYK: inks != nil)
            // Warnings are about what is missing: that was told when it was walked.
            switch outcome {
            case .outOfMemory: return false
            case .failed(let reason):
                photo.progress.note(Damage(reason: reason))
                BlankPixels.fill(target)
            case .complete, .warned:
                inks?.convert(target)
                let gaps = MissingMCUs(whole: whole, rect: rect, unit: photo.scan.unit)
                gaps.blank(target, size: size, reducedBy: reduction)
            }
            return true
        }
    }
}

/// The units of a tile that its file does not have.
private struct MissingMCUs {
    /// How many units there are from the left, by row.
    let whole: [Int]
    let rect: MCURect
    let unit: PixelSize

    /// Makes them gray: the decoder makes up what it does not find.
    func blank(
        _ target: UnsafeMutableBufferPointer<UInt8>, size: PixelSize, reducedBy reduction: Reduction
    ) {
        let width = unit.width / reduction.rawValue
        let height = unit.height / reduction.rawValue
        for (row, count) in whole.enumerated() where count < rect.columns.count {
            let from = min(size.width, count * width)
            for y in (row * height)..<min(size.height, (row + 1) * height) {
                let start = (y * size.width + from) * Raster.bytesPerPixel
                let end = (y + 1) * size.width * Raster.bytesPerPixel
                BlankPixels.fill(UnsafeMutableBufferPointer(rebasing: target[start..<end]))
            }
        }
    }
}
