internal import CTurboJPEG
package import Imaging

/// A writer of a JPEG of any size strip by strip, with the memory of one strip.
///
/// TurboJPEG compresses only whole pictures, so each strip is compressed as a picture. Restart
/// markers join the scans: the restart interval is the number of MCUs in a strip. At each marker, a
/// decoder resets its state as the encoder did.
package struct JPEGWriter: ~Copyable {
    private var file: OutputFile
    private let format: JPEGFormat
    private let rowsPerStrip: Int
    /// The segments to insert before the encoder's tables.
    private let segments: [UInt8]
    private var stripCount = 0
    private var rowCount = 0

    /// Creates a JPEG file at a path.
    ///
    /// - Precondition: `rowsPerStrip` is a result of `format.rowsPerStrip(near:)`.
    package init(path: String, format: JPEGFormat, rowsPerStrip: Int) throws(WritingFailure) {
        self.init(try OutputFile(creating: path), format: format, rowsPerStrip: rowsPerStrip)
    }

    /// Creates a writer to a file, with complete segments of metadata.
    ///
    /// - Precondition: `rowsPerStrip` is a result of `format.rowsPerStrip(near:)`.
    init(
        _ file: consuming OutputFile, format: JPEGFormat, rowsPerStrip: Int, segments: [UInt8] = []
    ) {
        precondition(rowsPerStrip == format.rowsPerStrip(near: rowsPerStrip), "whole MCUs")
        self.format = format
        self.rowsPerStrip = rowsPerStrip
        self.segments = segments
        self.file = file
    }

    /// Appends the next strip from the top; only the last strip may have fewer rows.
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

    /// Completes the file after the last row, and returns the file's size in bytes.
    @discardableResult
    package mutating func finish() throws(WritingFailure) -> Int {
        precondition(rowCount == format.size.height, "all rows of the picture")
        try file.write([0xFF, 0xD9])
        return try file.finish()
    }

    private mutating func writeHeader(of strip: JPEGStrip) throws(WritingFailure) {
        let mcus = format.mcusPerRow * (rowsPerStrip / format.mcuSide)
        guard
            var header = JPEGWriterHeader.header(
                strip.header, height: format.size.height, mcusPerStrip: mcus)
        else { throw .cannotEncode(.badHeader) }
        header.insert(contentsOf: segments, at: JPEGWriterHeader.endOfStart(in: header))
        try file.write(header)
    }
}

/// The fields of a JPEG's header that the writer finds and changes.
enum JPEGWriterHeader {
    private static let startOfFrame: UInt8 = 0xC0
    private static let startOfScan: UInt8 = 0xDA
    private static let restartInterval: UInt8 = 0xDD
    private static let startOfJFIF: UInt8 = 0xE0

    /// Returns the offset of the entropy-coded bytes; `nil` without a scan.
    static func endOfHeader(in file: [UInt8]) -> Int? {
        segment(startOfScan, in: file).map(\.upperBound)
    }

    /// Returns the offset after the JFIF segment or, if another segment comes first, after SOI.
    static func endOfStart(in file: [UInt8]) -> Int {
        segment(startOfJFIF, in: file).map { $0.lowerBound == 2 ? $0.upperBound : 2 } ?? 2
    }

    /// Returns the whole picture's header, with height and restart interval.
    ///
    /// The result is `nil` if the header of the strip is invalid.
    static func header(_ strip: [UInt8], height: Int, mcusPerStrip: Int) -> [UInt8]? {
        guard let frame = segment(startOfFrame, in: strip),
            let scan = segment(startOfScan, in: strip)
        else { return nil }
        var header = strip
        // FF C0, length (2), precision (1), height (2): ITU-T T.81, B.2.2.
        header.replaceSubrange((frame.lowerBound + 5)...(frame.lowerBound + 6), with: big(height))
        let restart = [0xFF, restartInterval, 0, 4] + big(mcusPerStrip)
        header.insert(contentsOf: restart, at: scan.lowerBound)
        return header
    }

    /// Returns the restart marker after strip `index`; eight markers repeat in turn.
    static func restart(after index: Int) -> [UInt8] { [0xFF, 0xD0 + UInt8(index % 8)] }

    /// Returns the range of the first segment with a marker; `nil` without such a segment.
    ///
    /// The range includes the marker.
    private static func segment(_ marker: UInt8, in file: [UInt8]) -> Range<Int>? {
        var start = 2  // after SOI
        while start + 4 <= file.count, file[start] == 0xFF {
            let end = start + 2 + Int(file[start + 2]) << 8 + Int(file[start + 3])
            guard end <= file.count else { return nil }
            if file[start + 1] == marker { return start..<end }
            start = end
        }
        return nil
    }

    private static func big(_ number: Int) -> [UInt8] {
        [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
    }
}

/// The properties common to all strips of a JPEG.
package struct JPEGFormat: Hashable, Sendable {
    package let size: PixelSize
    package let layout: PixelLayout
    /// The quality from 1 to 100, as in libjpeg.
    package let quality: Int
    /// True if chroma has half the resolution, as in most photos.
    package let isSubsampled: Bool

    /// The longest side, in pixels, that libjpeg supports (`JPEG_MAX_DIMENSION`).
    package static let longestSide = 65500

    /// Creates the format.
    ///
    /// - Precondition: the sides are at most `longestSide`, the quality is from 1 to 100, and the
    ///   layout has no alpha.
    package init(
        size: PixelSize, layout: PixelLayout, quality: Int, isSubsampled: Bool = true
    ) {
        precondition(!size.isEmpty, "a picture has pixels")
        precondition(max(size.width, size.height) <= Self.longestSide, "libjpeg's limit")
        precondition(layout != .rgba, "JPEG has no alpha")
        precondition((1...100).contains(quality), "libjpeg's scale of quality")
        self.size = size
        self.layout = layout
        self.quality = quality
        self.isSubsampled = isSubsampled
    }

    /// The side of an MCU in pixels: 16 if chroma has half the resolution, otherwise 8.
    package var mcuSide: Int { layout == .gray || !isSubsampled ? 8 : 16 }
    package var mcusPerRow: Int { (size.width + mcuSide - 1) / mcuSide }
    /// The maximum number of rows in a strip, because a restart interval has 16 bits.
    package var mostRowsPerStrip: Int { 0xFFFF / mcusPerRow * mcuSide }

    /// Returns a suitable number of rows for a strip, near `wanted`: whole MCUs, within the limit.
    package func rowsPerStrip(near wanted: Int) -> Int {
        let rows = max(1, (wanted + mcuSide / 2) / mcuSide)
        return min(rows * mcuSide, mostRowsPerStrip)
    }
}

/// A strip of whole MCU rows, compressed separately.
package struct JPEGStrip: Hashable, Sendable {
    /// The bytes before the entropy-coded bytes.
    let header: [UInt8]
    /// The entropy-coded bytes, padded to a whole byte, without markers.
    let scan: [UInt8]
    let rows: Int
}

/// An encoder of strips of a picture, in any order and on any number of threads.
package struct JPEGStripEncoder: Sendable {
    package let format: JPEGFormat

    package init(format: JPEGFormat) { self.format = format }

    /// Compresses a strip.
    ///
    /// - Precondition: `pixels` consists of whole rows, at most `mostRowsPerStrip`.
    package func strip(of pixels: [UInt8]) throws(WritingFailure) -> JPEGStrip {
        let bytesPerRow = format.size.width * format.layout.bytesPerPixel
        let rows = pixels.count / bytesPerRow
        precondition(pixels.count == rows * bytesPerRow, "whole rows")
        precondition(rows > 0 && rows <= format.mostRowsPerStrip, "the size of a strip")
        let file = try compressed(pixels, rows: rows)
        guard let start = JPEGWriterHeader.endOfHeader(in: file), file.suffix(2) == [0xFF, 0xD9]
        else {
            throw .cannotEncode(.noPicture)
        }
        return JPEGStrip(
            header: Array(file[..<start]), scan: Array(file[start..<(file.count - 2)]), rows: rows)
    }

    private func compressed(_ pixels: [UInt8], rows: Int) throws(WritingFailure) -> [UInt8] {
        guard let encoder = tjInitCompress() else { throw .outOfMemory }
        defer { tjDestroy(encoder) }
        let colour = format.isSubsampled ? TJSAMP_420 : TJSAMP_444
        let sampling = format.layout == .gray ? TJSAMP_GRAY : colour
        let pixelFormat = format.layout == .gray ? TJPF_GRAY : TJPF_RGB
        var bytes: UnsafeMutablePointer<UInt8>?
        defer { tjFree(bytes) }
        var count: UInt = 0
        let result = tjCompress2(
            encoder, pixels, Int32(format.size.width), 0, Int32(rows), pixelFormat.rawValue,
            &bytes, &count, Int32(sampling.rawValue), Int32(format.quality), TJFLAG_ACCURATEDCT)
        guard result == 0, let bytes else {
            throw .cannotEncode(Damage(library: String(cString: tjGetErrorStr2(encoder))))
        }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
