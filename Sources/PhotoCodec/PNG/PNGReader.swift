internal import CPNG
internal import Imaging

/// libpng at work on one file, its header read.
///
/// The bytes must outlive it.
struct PNGReader: ~Copyable {
    struct Layout {
        let size: PixelSize
        let bitsPerPixel: Int
        let hasAlpha: Bool
        let isInterlaced: Bool
        /// Whether there are 16 bits a channel.
        let isDeep: Bool
    }

    let layout: Layout
    private let reader: UnsafeMutablePointer<cpng_reader>

    init(_ bytes: UnsafeRawBufferPointer) throws(DecodingFailure) {
        let limits = cpng_limits(
            allocated_bytes: DecodingLimits.pngBytes, side: UInt32(DecodingLimits.pngSide))
        guard let reader = cpng_open(bytes.baseAddress, bytes.count, limits) else {
            throw .outOfMemory
        }
        var header = cpng_header()
        guard cpng_read_header(reader, &header) != 0 else {
            defer { cpng_close(reader) }
            throw Self.failure(of: reader)
        }
        self.reader = reader
        layout = Layout(
            size: PixelSize(width: Int(header.width), height: Int(header.height)),
            bitsPerPixel: Int(header.bits_per_pixel), hasAlpha: header.has_alpha != 0,
            isInterlaced: header.is_interlaced != 0, isDeep: header.is_deep != 0)
    }

    deinit { cpng_close(reader) }

    var failure: DecodingFailure { Self.failure(of: reader) }

    /// How many bytes of the file have been read.
    var offset: Int { reader.pointee.offset }

    /// To be called once, before the rows are read; colours of 16 bits a channel go through `curve` first.
    borrowing func beginRows(through curve: ToneCurve? = nil) throws(DecodingFailure) {
        let hasBegun =
            curve?.numbers.withUnsafeBufferPointer { cpng_begin_rows(reader, $0.baseAddress) }
            ?? cpng_begin_rows(reader, nil)
        guard hasBegun != 0 else { throw failure }
    }

    /// Reads the next rows, four bytes a pixel, up to a fault in the file.
    ///
    /// - Precondition: `target` holds them.
    /// - Returns: how many there were.
    borrowing func readRows(
        _ count: Int, into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        let rowBytes = layout.size.width * Raster.bytesPerPixel
        precondition(target.count >= rowBytes * count, "the rows fit")
        return Int(cpng_read_rows(reader, target.baseAddress, rowBytes, count))
    }

    /// Reads all of an interlaced picture; false where a fault cut it short.
    ///
    /// - Precondition: `target` holds it.
    borrowing func readInterlaced(into target: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        let rowBytes = layout.size.width * Raster.bytesPerPixel
        precondition(target.count >= rowBytes * layout.size.height, "the picture fits")
        return cpng_read_interlaced(reader, target.baseAddress, rowBytes, layout.size.height) != 0
    }

    private static func failure(of reader: UnsafeMutablePointer<cpng_reader>) -> DecodingFailure {
        guard reader.pointee.out_of_memory == 0 else { return .outOfMemory }
        return .damaged(reason: String(cString: cpng_message(reader)))
    }
}
