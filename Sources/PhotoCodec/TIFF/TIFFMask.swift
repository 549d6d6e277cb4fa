internal import Imaging

/// A picture of a TIFF whose transparency is a separate picture, the mask.
///
/// White in the mask is opaque, and so are missing pixels of the mask. See TIFF 6.0, section 8:
/// NewSubfileType 4.
struct MaskedTIFFPicture: RegionPicture {
    let main: TIFFPicture
    let mask: TIFFPicture

    var size: PixelSize { main.size }
    var hasAlpha: Bool { true }
    var access: RegionAccess { main.access }
    var block: PixelSize { main.block }
    var isTiled: Bool { main.isTiled }
    var unpackingBytes: Int { main.unpackingBytes + mask.unpackingBytes }

    func expect(_ area: PixelRect) {
        main.expect(area)
        mask.expect(area)
    }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        _ = try main.decode(area, into: target, at: point, note: note)
        try hide(area, of: target, at: point, note: note)
        return false
    }

    func withRows(
        _ body: (any PictureRowReader) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        try body(MaskedRows(picture: self, rows: try TIFFRowReader(main)))
    }

    /// Lowers the alpha of pixels to the gray of the mask.
    ///
    /// One row of the mask's blocks is decoded at a time, so that a large area needs little memory.
    fileprivate func hide(
        _ area: PixelRect, of target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) {
        var top = area.minY
        while top < area.maxY {
            let end = min(area.maxY, (top / mask.block.height + 1) * mask.block.height)
            let band = PixelRect(
                x: area.minX, y: top, width: area.size.width, height: end - top)
            try MemoryCheck.canHold(band.size, of: size)
            let grays = try Raster.bytes(of: band.size) { bytes throws(DecodingFailure) in
                _ = try mask.decode(
                    band, into: PixelBlock(bytes, size: band.size), at: .origin, note: note)
            }
            apply(grays, of: band.size, to: target, x: point.x, y: point.y + top - area.minY)
            top = end
        }
    }

    /// Applies rows of the mask to the alpha of the target's pixels.
    ///
    /// Hot: runs for each pixel of a picture with a mask.
    private func apply(_ grays: [UInt8], of size: PixelSize, to target: PixelBlock, x: Int, y: Int)
    {
        grays.withUnsafeBufferPointer { grays in
            for row in 0..<size.height {
                guard let pixels = target.pixel(x: x, y: y + row) else { return }
                for column in 0..<size.width {
                    let offset = (row &* size.width &+ column) &* 4
                    guard grays[offset &+ 3] != 0 else { continue }
                    let alpha = column &* 4 &+ 3
                    pixels[alpha] = min(pixels[alpha], grays[offset])
                }
            }
        }
    }
}

/// The rows of a masked picture that must be read in order.
private final class MaskedRows: PictureRowReader {
    private let picture: MaskedTIFFPicture
    private let rows: TIFFRowReader

    init(picture: MaskedTIFFPicture, rows: TIFFRowReader) {
        (self.picture, self.rows) = (picture, rows)
    }

    func read(rows count: Int, into target: PixelBlock) -> (count: Int, failure: DecodingFailure?) {
        let top = rows.nextRow
        let found = rows.read(rows: count, into: target)
        guard found.count > 0 else { return found }
        let area = PixelRect(x: 0, y: top, width: picture.size.width, height: found.count)
        do throws(DecodingFailure) {
            try picture.hide(area, of: target, at: .origin) { _ in }
            return found
        } catch {
            return (found.count, found.failure ?? error)
        }
    }
}

extension TIFFPage {
    /// Returns the picture of a layout, with the page's mask of the same size.
    func picture(
        _ layout: TIFFLayout, in bytes: PhotoBytes, pixels: TIFFPixels
    ) -> any RegionPicture {
        let main = TIFFPicture(layout, in: bytes, pixels: pixels)
        guard let mask = mask(for: layout) else { return main }
        let grays = TIFFPicture(mask, in: bytes, pixels: TIFFPixels(format: mask.samples))
        return MaskedTIFFPicture(main: main, mask: grays)
    }

    /// True if a copy can replace the main picture.
    ///
    /// If the main picture has a mask, the copy must also have a mask.
    func canStandForMain(_ layout: TIFFLayout) -> Bool {
        mask(for: main) == nil || mask(for: layout) != nil
    }

    /// Returns the mask for a layout; `nil` without a gray mask of the same size.
    ///
    /// A mask in one large compressed strip is ignored, because random access is needed.
    private func mask(for layout: TIFFLayout) -> TIFFLayout? {
        masks.first { $0.size == layout.size && $0.access != .rows && $0.samples.isGray }
    }
}
