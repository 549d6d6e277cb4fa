internal import CPNG
internal import Imaging

/// libpng's row writer, owned; what it makes waits in memory until it is taken.
final class PNGEncoder {
    private let writer: UnsafeMutablePointer<png_row_writer>
    private let bytesPerRow: Int

    init(size: PixelSize, layout: PixelLayout) throws(WritingFailure) {
        guard let writer = png_row_writer_create() else { throw .outOfMemory }
        self.writer = writer
        bytesPerRow = size.width * layout.bytesPerPixel
        try check(
            png_row_writer_start(
                writer, UInt32(size.width), UInt32(size.height), Self.colourType(layout)))
    }

    /// Quick rather than small: takes rows of four bytes a pixel and leaves alpha out.
    init(hurrying size: PixelSize) throws(WritingFailure) {
        guard let writer = png_row_writer_create() else { throw .outOfMemory }
        self.writer = writer
        bytesPerRow = size.width * PixelLayout.rgba.bytesPerPixel
        try check(
            png_row_writer_start(
                writer, UInt32(size.width), UInt32(size.height), Self.colourType(.rgb)))
        try check(png_row_writer_hurry(writer))
    }

    deinit { png_row_writer_free(writer) }

    /// - Precondition: `pixels` are whole rows.
    func encode(_ pixels: [UInt8]) throws(WritingFailure) {
        precondition(pixels.count.isMultiple(of: bytesPerRow), "whole rows")
        try check(
            png_row_writer_write(writer, pixels, bytesPerRow, pixels.count / bytesPerRow))
    }

    func finish() throws(WritingFailure) { try check(png_row_writer_finish(writer)) }

    /// What was made since the last time.
    func takeBytes() -> [UInt8] {
        let bytes = UnsafeBufferPointer(start: writer.pointee.bytes, count: writer.pointee.count)
        writer.pointee.count = 0
        return Array(bytes)
    }

    private func check(_ result: Int32) throws(WritingFailure) {
        guard result == 0 else { throw .cannotEncode(reason: message) }
    }

    private var message: String {
        withUnsafeBytes(of: writer.pointee.message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private static func colourType(_ layout: PixelLayout) -> Int32 {
        switch layout {
        case .gray: PNG_COLOR_TYPE_GRAY
        case .rgb: PNG_COLOR_MASK_COLOR
        case .rgba: PNG_COLOR_MASK_COLOR | PNG_COLOR_MASK_ALPHA
        }
    }
}
