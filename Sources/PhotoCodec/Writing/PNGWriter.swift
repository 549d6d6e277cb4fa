internal import CPNG
package import Imaging

/// A writer of a PNG row by row, with the memory of a few rows.
package struct PNGWriter: ~Copyable {
    private var file: OutputFile
    private let encoder: PNGEncoder
    private let bytesPerRow: Int
    private var rowsLeft: Int

    /// Creates a PNG file at a path.
    ///
    /// - Precondition: the size is not empty, and its sides are at most 2^31 - 1, as PNG requires.
    package init(path: String, size: PixelSize, layout: PixelLayout) throws(WritingFailure) {
        try self.init(try OutputFile(creating: path), size: size, layout: layout)
    }

    /// Creates a writer to a file, with texts.
    ///
    /// - Precondition: as for `init(path:size:layout:)`; the texts contain no zeros.
    init(
        _ file: consuming OutputFile, size: PixelSize, layout: PixelLayout, texts: [PNGText] = []
    ) throws(WritingFailure) {
        precondition(!size.isEmpty && max(size.width, size.height) <= Int32.max, "PNG's sizes")
        let encoder = try PNGEncoder(size: size, layout: layout, texts: texts)
        self.file = file
        self.encoder = encoder
        bytesPerRow = size.width * layout.bytesPerPixel
        rowsLeft = size.height
    }

    /// Appends the next rows from the top: whole rows, at most as many as are missing.
    package mutating func append(_ pixels: [UInt8]) throws(WritingFailure) {
        rowsLeft -= pixels.count / bytesPerRow
        precondition(rowsLeft >= 0, "no more rows than the picture has")
        try encoder.encode(pixels)
        try file.write(encoder.takeBytes())
    }

    /// Completes the file after the last row, and returns the file's size in bytes.
    @discardableResult
    package mutating func finish() throws(WritingFailure) -> Int {
        precondition(rowsLeft == 0, "all rows of the picture")
        try encoder.finish()
        try file.write(encoder.takeBytes())
        return try file.finish()
    }
}

/// A text in a PNG, with a keyword of the PNG specification.
struct PNGText: Hashable, Sendable {
    let keyword: String
    let text: String
}

/// libpng's row writer, whose output stays in memory until `takeBytes` is called.
final class PNGEncoder {
    private let writer: UnsafeMutablePointer<png_row_writer>
    private let bytesPerRow: Int

    init(
        size: PixelSize, layout: PixelLayout, texts: [PNGText] = []
    ) throws(WritingFailure) {
        guard let writer = png_row_writer_create() else { throw .outOfMemory }
        self.writer = writer
        bytesPerRow = size.width * layout.bytesPerPixel
        for text in texts {
            try check(png_row_writer_describe(writer, text.keyword, text.text))
        }
        try check(
            png_row_writer_start(
                writer, UInt32(size.width), UInt32(size.height), Self.colourType(layout)))
    }

    deinit { png_row_writer_free(writer) }

    /// Encodes rows.
    ///
    /// - Precondition: `pixels` consists of whole rows.
    func encode(_ pixels: [UInt8]) throws(WritingFailure) {
        precondition(pixels.count.isMultiple(of: bytesPerRow), "whole rows")
        try check(png_row_writer_write(writer, pixels, bytesPerRow, pixels.count / bytesPerRow))
    }

    func finish() throws(WritingFailure) { try check(png_row_writer_finish(writer)) }

    /// Returns the bytes encoded since the last call.
    func takeBytes() -> [UInt8] {
        let bytes = UnsafeBufferPointer(start: writer.pointee.bytes, count: writer.pointee.count)
        writer.pointee.count = 0
        return Array(bytes)
    }

    private func check(_ result: Int32) throws(WritingFailure) {
        guard result == 0 else { throw .cannotEncode(Damage(library: message)) }
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
