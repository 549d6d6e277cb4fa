internal import CTurboJPEG
internal import Imaging

/// Compresses strips of one picture; any number at once, in any order.
package struct JPEGStripEncoder: Sendable {
    package let format: JPEGFormat

    package init(format: JPEGFormat) { self.format = format }

    /// - Precondition: `pixels` are whole rows, no more than a strip may have.
    package func strip(of pixels: [UInt8]) throws(WritingFailure) -> JPEGStrip {
        let bytesPerRow = format.size.width * format.layout.bytesPerPixel
        let rows = pixels.count / bytesPerRow
        precondition(pixels.count == rows * bytesPerRow, "whole rows")
        precondition(rows > 0 && rows <= format.mostRowsPerStrip, "the size of a strip")
        let file = try compressed(pixels, rows: rows)
        guard let start = JPEGWriterHeader.endOfHeader(in: file), file.suffix(2) == [0xFF, 0xD9]
        else {
            throw .cannotEncode(reason: "the encoder's JPEG has no scan")
        }
        return JPEGStrip(
            header: Array(file[..<start]), scan: Array(file[start..<(file.count - 2)]), rows: rows)
    }

    private func compressed(_ pixels: [UInt8], rows: Int) throws(WritingFailure) -> [UInt8] {
        guard let encoder = tjInitCompress() else { throw .outOfMemory }
        defer { tjDestroy(encoder) }
        let sampling = format.layout == .gray ? TJSAMP_GRAY : TJSAMP_420
        let pixelFormat = format.layout == .gray ? TJPF_GRAY : TJPF_RGB
        var bytes: UnsafeMutablePointer<UInt8>?
        defer { tjFree(bytes) }
        var count: UInt = 0
        let result = tjCompress2(
            encoder, pixels, Int32(format.size.width), 0, Int32(rows), pixelFormat.rawValue,
            &bytes, &count, Int32(sampling.rawValue), Int32(format.quality), TJFLAG_ACCURATEDCT)
        guard result == 0, let bytes else {
            throw .cannotEncode(reason: String(cString: tjGetErrorStr2(encoder)))
        }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
