package import Imaging

/// Writes a PNG row by row, at the memory of a few rows.
package struct PNGWriter: ~Copyable {
    private var file: OutputFile
    private let encoder: PNGEncoder
    private let bytesPerRow: Int
    private var rowsLeft: Int

    /// - Precondition: the size has pixels, and its sides fit in 31 bits, as PNG demands.
    package init(path: String, size: PixelSize, layout: PixelLayout) throws(WritingFailure) {
        precondition(!size.isEmpty && max(size.width, size.height) <= Int32.max, "PNG's sizes")
        let encoder = try PNGEncoder(size: size, layout: layout)
        file = try OutputFile(creating: path)
        self.encoder = encoder
        bytesPerRow = size.width * layout.bytesPerPixel
        rowsLeft = size.height
    }

    /// Adds the next rows from the top.
    ///
    /// - Precondition: `pixels` are whole rows, and no more than are missing.
    package mutating func append(_ pixels: [UInt8]) throws(WritingFailure) {
        rowsLeft -= pixels.count / bytesPerRow
        precondition(rowsLeft >= 0, "no more rows than the picture has")
        try encoder.encode(pixels)
        try file.write(encoder.takeBytes())
    }

    /// Completes the file, and gives its size in bytes.
    ///
    /// - Precondition: all rows were given.
    @discardableResult
    package mutating func finish() throws(WritingFailure) -> Int {
        precondition(rowsLeft == 0, "all rows of the picture")
        try encoder.finish()
        try file.write(encoder.takeBytes())
        return try file.finish()
    }
}
