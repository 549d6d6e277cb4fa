internal import Imaging

/// A page of a fax whose lines lie further apart than its dots: each row is shown more than once.
///
/// Only pictures in black and white are stretched. Elsewhere density says how large a picture is printed, and
/// scanners and editors write any number there; of a fax it is the only way to say that "fine" was not chosen
/// (ITU-T T.4: 3.85 lines a millimetre beside 8.04 dots).
struct FaxPage: RegionPicture {
    /// Lines are never less dense than this: 204 dots beside 98 are 2.1.
    private static let ratios = 1.5...2.5

    private let page: any RegionPicture
    let size: PixelSize

    /// The height at which a page is shown; `nil` for one whose pixels are about square.
    static func height(of layout: TIFFLayout) -> Int? {
        guard layout.samples.isBlackAndWhite, let ratio = layout.density, ratios.contains(ratio)
        else { return nil }
        return Int((Double(layout.size.height) * ratio).rounded())
    }

    init(_ page: any RegionPicture, height: Int) {
        self.page = page
        size = PixelSize(width: page.size.width, height: height)
    }

    var hasAlpha: Bool { page.hasAlpha }
    var access: RegionAccess { page.access == .plain ? .blocks : page.access }
    var isTiled: Bool { page.isTiled }
    var block: PixelSize {
        let height = page.block.height * size.height / page.size.height
        return PixelSize(width: page.block.width, height: min(size.height, max(1, height)))
    }
    var unpackingBytes: Int {
        page.unpackingBytes + page.block.width * page.block.height * Raster.bytesPerPixel
    }

    func expect(_ area: PixelRect) { page.expect(stored(area)) }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at place: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        let stored = stored(area)
        try MemoryCheck.canHold(stored.size, of: size)
        var isOpaque = false
        let pixels = try Raster.bytes(of: stored.size) { bytes throws(DecodingFailure) in
            isOpaque = try page.decode(
                stored, into: PixelBlock(bytes, size: stored.size), at: .origin, note: note)
        }
        let rowBytes = area.size.width * Raster.bytesPerPixel
        pixels.withUnsafeBufferPointer { pixels in
            guard let first = pixels.baseAddress else { return }
            for y in 0..<area.size.height {
                let row = Self.row(of: area.minY + y, page.size, size) - stored.minY
                target.pixel(x: place.x, y: place.y + y)?
                    .update(from: first + row * rowBytes, count: rowBytes)
            }
        }
        return isOpaque
    }

    func withRows(
        _ body: (any PictureRowReader) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        try page.withRows { rows throws(DecodingFailure) in
            try body(FaxRows(rows, of: page.size, shownAs: size))
        }
    }

    /// The row of the file that is shown in a row.
    static func row(of y: Int, _ stored: PixelSize, _ shown: PixelSize) -> Int {
        y * stored.height / shown.height
    }

    private func stored(_ area: PixelRect) -> PixelRect {
        let first = Self.row(of: area.minY, page.size, size)
        let last = Self.row(of: area.maxY - 1, page.size, size)
        return PixelRect(
            x: area.minX, y: first, width: area.size.width, height: last - first + 1)
    }
}

/// The rows of a fax that only come one after the other.
private final class FaxRows: PictureRowReader {
    private let rows: any PictureRowReader
    private let stored, shown: PixelSize
    private var row: [UInt8]
    private var number = -1
    private var next = 0

    init(_ rows: any PictureRowReader, of stored: PixelSize, shownAs shown: PixelSize) {
        (self.rows, self.stored, self.shown) = (rows, stored, shown)
        row = [UInt8](repeating: 0, count: stored.width * Raster.bytesPerPixel)
    }

    func read(rows count: Int, into target: PixelBlock) -> (count: Int, failure: DecodingFailure?) {
        for done in 0..<count {
            while number < FaxPage.row(of: next, stored, shown) {
                if let failure = readRow() { return (done, failure) }
            }
            row.withUnsafeBufferPointer { row in
                guard let first = row.baseAddress else { return }
                target.pixel(x: 0, y: done)?.update(from: first, count: row.count)
            }
            next += 1
        }
        return (count, nil)
    }

    private func readRow() -> DecodingFailure? {
        let size = PixelSize(width: stored.width, height: 1)
        let found = row.withUnsafeMutableBufferPointer {
            rows.read(rows: 1, into: PixelBlock($0, size: size))
        }
        guard found.count == 1 else { return found.failure ?? .damaged(.endsEarly) }
        number += 1
        return nil
    }
}

/// A fax's own numbers, by where they are shown.
struct FaxSampleReader: SampleReader {
    let numbers: any SampleReader
    let stored, shown: PixelSize

    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        let row = FaxPage.row(of: point.y, stored, shown)
        return try numbers.sample(
            at: PixelPoint(x: point.x, y: row), isConverted: isConverted)
    }
}
