internal import Imaging

/// Writes a JPEG of any size, strip by strip, at the memory of one strip.
///
/// TurboJPEG compresses whole pictures only. So each strip is compressed as one, and their scans
/// are joined by restart markers: the interval is as many MCUs as a strip has, and a decoder starts
/// afresh at each marker just as the encoder did.
package struct JPEGWriter: ~Copyable {
    private var file: OutputFile
    private let format: JPEGFormat
    private let rowsPerStrip: Int
    private var stripCount = 0
    private var rowCount = 0

    /// - Precondition: `rowsPerStrip` is what `format.rowsPerStrip(near:)` gives.
    package init(path: String, format: JPEGFormat, rowsPerStrip: Int) throws(WritingFailure) {
        precondition(rowsPerStrip == format.rowsPerStrip(near: rowsPerStrip), "whole MCUs")
        self.format = format
        self.rowsPerStrip = rowsPerStrip
        file = try OutputFile(creating: path)
    }

    /// Adds the next strip from the top; only the last may be lower than the others.
    package mutating func append(_ strip: JPEGStrip) throws(WritingFailure) {
        precondition(strip.rows == min(rowsPerStrip, format.size.height - rowCount), "in order")
        if stripCount == 0 {
            try writeHeader(of: strip)
        } else {
            try file.write(JPEGWriterHeader.restart(after: stripCount - 1))
        }
        try file.write(strip.scan)
        stripCount += 1
        rowCount += strip.rows
    }

    /// Completes the file, and gives its size in bytes.
    ///
    /// - Precondition: all rows were given.
    @discardableResult
    package mutating func finish() throws(WritingFailure) -> Int {
        precondition(rowCount == format.size.height, "all rows of the picture")
        try file.write([0xFF, 0xD9])
        return try file.finish()
    }

    private mutating func writeHeader(of strip: JPEGStrip) throws(WritingFailure) {
        let units = format.unitsPerRow * (rowsPerStrip / format.unitSide)
        guard
            let header = JPEGWriterHeader.header(
                strip.header, height: format.size.height, unitsPerStrip: units)
        else { throw .cannotEncode(reason: "the encoder's JPEG is not a baseline one") }
        try file.write(header)
    }
}
