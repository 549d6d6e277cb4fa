internal import Files
internal import Imaging
internal import Synchronization

/// The stored samples of a TIFF, before any conversion.
///
/// In a compressed picture, a request caches rows around its pixel for neighbouring pixels.
final class TIFFSampleReader: SampleReader {
    /// The maximum size of cached rows in bytes, unless a single row is larger.
    private static let bandBytes = 12 << 20

    /// Rows of samples, one plane after the other.
    private struct Band {
        /// The area of the picture that the rows cover.
        let area: PixelRect
        let rowBytes: Int
        let bytes: [UInt8]

        func has(_ point: PixelPoint) -> Bool {
            area.contains(PixelRect(origin: point, size: PixelSize(width: 1, height: 1)))
        }

        /// Returns the band without the rows at its end whose samples are 0 in one of the planes.
        func withoutZeros(planes count: Int) -> Band {
            let planeBytes = rowBytes * area.size.height
            let planes = (0..<count).map { bytes[$0 * planeBytes..<($0 + 1) * planeBytes] }
            let rows = planes.map { plane in
                plane.lastIndex { $0 != 0 }.map { ($0 - plane.startIndex) / rowBytes + 1 } ?? 0
            }
            let height = rows.min() ?? 0
            return Band(
                area: PixelRect(
                    x: area.minX, y: area.minY, width: area.size.width, height: height),
                rowBytes: rowBytes, bytes: planes.flatMap { $0.prefix(height * rowBytes) })
        }
    }

    private struct State {
        var band: Band?
        /// The reader of a picture whose rows must be read in order; `nil` before the first use.
        var rows: TIFFRowReader?
    }

    private let picture: TIFFPicture
    private let state = Mutex(State())

    /// Creates a reader; `nil` if pixels are shown instead of samples, and have no location.
    init?(of layout: TIFFLayout, in bytes: PhotoBytes) {
        guard !layout.samples.areShownAsPixels || layout.isPlaced else { return nil }
        picture = TIFFPicture(layout, in: bytes, pixels: TIFFPixels(format: layout.samples))
    }

    private var format: TIFFSampleFormat { picture.layout.samples }

    var hasPositions: Bool { picture.layout.ground != nil }

    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        let values =
            picture.layout.access == .plain
            ? try valuesInFile(at: point) : try valuesInBand(at: point)
        let isNone = values.map { Self.isSame($0, picture.layout.noValue) }
        return PhotoSample(
            values: isNone.allSatisfy(\.self) ? values.map { _ in .missing } : values,
            bits: min(format.sampleBits, UInt64.bitWidth), isConverted: isConverted,
            position: picture.layout.ground?.position(of: point))
    }

    private static func isSame(_ number: SampleValue, _ noValue: Double?) -> Bool {
        switch number {
        case .integer(let number): Double(number) == noValue
        case .unsigned(let number): Double(number) == noValue
        case .single(let number): Double(number) == noValue
        case .double(let number): number == noValue
        case .missing: true
        }
    }

    /// Reads the samples of a pixel from uncompressed rows.
    private func valuesInFile(at point: PixelPoint) throws(DecodingFailure) -> [SampleValue] {
        let blocks = picture.layout.blocks
        let ranges = try picture.byteRanges(0, point.y / blocks.block.height)
        let row = point.y % blocks.block.height * blocks.rowBytes
        var values: [SampleValue] = []
        for channel in format.firstSample..<format.firstSample + format.channels {
            let bit = format.bit(ofChannel: channel, column: point.x)
            guard let bytes = ranges[format.position(ofPlane: channel)],
                let number = number(atBit: bit, ofRowAt: row, in: bytes)
            else { throw .damaged(.endsEarly) }
            values.append(number)
        }
        return values
    }

    /// Returns a sample; `nil` if the strip ends before the sample.
    ///
    /// All samples of an omitted strip are 0.
    private func number(atBit bit: Int, ofRowAt row: Int, in range: Range<Int>) -> SampleValue? {
        // The buffer has room for two double-precision numbers.
        var bytes = [UInt8](repeating: 0, count: 2 * MemoryLayout<UInt64>.size)
        let count = (bit % 8 + format.sampleBits + 7) / 8
        let start = row + bit / 8
        return bytes.withUnsafeMutableBytes { memory in
            let target = UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
            if !range.isEmpty {
                guard start + count <= range.count,
                    picture.bytes.read(into: target, at: range.lowerBound + start) == count
                else { return nil }
                target.swapSamples(ofBytes: format.swappedBytes)
            }
            return format.number(atBit: bit % 8, in: UnsafeRawBufferPointer(memory))
        }
    }

    private func valuesInBand(at point: PixelPoint) throws(DecodingFailure) -> [SampleValue] {
        try state.withLock { state throws(DecodingFailure) in
            if state.band?.has(point) != true {
                state.band =
                    picture.layout.access == .rows
                    ? try rows(around: point, by: &state.rows) : try block(with: point)
            }
            guard let band = state.band, band.has(point) else {
                throw .damaged(.endsEarly)
            }
            return values(at: point, of: band)
        }
    }

    private func values(at point: PixelPoint, of band: Band) -> [SampleValue] {
        let planeBytes = band.rowBytes * band.area.size.height
        let row = (point.y - band.area.minY) * band.rowBytes
        return band.bytes.withUnsafeBytes { bytes in
            (format.firstSample..<format.firstSample + format.channels).map { channel in
                let start = format.position(ofPlane: channel) * planeBytes + row
                let bit = format.bit(ofChannel: channel, column: point.x - band.area.minX)
                return format.number(
                    atBit: bit,
                    in: UnsafeRawBufferPointer(rebasing: bytes[start..<start + band.rowBytes]))
            }
        }
    }

    /// Returns some rows of the tile or strip that contains a pixel; throws if it is damaged.
    private func block(with point: PixelPoint) throws(DecodingFailure) -> Band? {
        let blocks = picture.layout.blocks
        let (column, row) = (point.x / blocks.block.width, point.y / blocks.block.height)
        let whole = blocks.area(column: column, row: row)
        let rows = rows(around: point.y, of: whole.minY..<whole.maxY)
        var band: Band?
        do throws(DecodingFailure) {
            try picture.withSamples(column, row) { found in
                band = self.band(of: rows, from: found, whole)
            }
        } catch {
            // Rows after the last sample other than 0 were probably not decoded.
            guard case .damaged = error, picture.bytes.ranges == nil,
                let found = band?.withoutZeros(planes: format.planes.count), found.has(point)
            else { throw error }
            return found
        }
        return band
    }

    /// Returns a band of some rows of a block.
    private func band(
        of rows: Range<Int>, from samples: TIFFPicture.BlockSamples, _ block: PixelRect
    ) -> Band {
        let rowBytes = samples.rowBytes
        var bytes: [UInt8] = []
        for plane in format.planes.indices {
            let start = samples.row(rows.lowerBound - block.minY, plane: plane)
            bytes += UnsafeRawBufferPointer(start: start, count: rows.count * rowBytes)
        }
        let area = PixelRect(
            x: block.minX, y: rows.lowerBound, width: block.size.width, height: rows.count)
        return Band(area: area, rowBytes: rowBytes, bytes: bytes)
    }

    /// Returns rows around a pixel of a picture that must be read in order.
    ///
    /// If possible, `reader` continues from its current row.
    private func rows(
        around point: PixelPoint, by reader: inout TIFFRowReader?
    ) throws(DecodingFailure) -> Band {
        let size = picture.size
        let rows = rows(around: point.y, of: 0..<size.height)
        if (reader?.nextRow ?? .max) > rows.lowerBound { reader = try TIFFRowReader(picture) }
        guard let reader else { throw .outOfMemory }
        var planes = [[UInt8]](repeating: [], count: format.planes.count)
        var count = 0
        while reader.nextRow < rows.upperBound {
            let isWanted = reader.nextRow >= rows.lowerBound
            guard let values = reader.readPlanes() else { break }
            guard isWanted else { continue }
            for plane in planes.indices {
                planes[plane] += UnsafeRawBufferPointer(
                    start: values + plane * picture.layout.blocks.rowBytes,
                    count: picture.layout.blocks.rowBytes)
            }
            count += 1
        }
        return Band(
            area: PixelRect(x: 0, y: rows.lowerBound, width: size.width, height: count),
            rowBytes: picture.layout.blocks.rowBytes, bytes: planes.flatMap(\.self))
    }

    /// Returns the rows to cache around `row`.
    private func rows(around row: Int, of all: Range<Int>) -> Range<Int> {
        let rowBytes = picture.layout.blocks.rowBytes * format.planes.count
        let count = min(all.count, max(1, Self.bandBytes / rowBytes))
        let first = max(all.lowerBound, min(row - count / 2, all.upperBound - count))
        return first..<first + count
    }
}

extension TIFFLayout {
    /// True if the file states locations, and the stored samples can be read separately.
    fileprivate var isPlaced: Bool {
        let isPalette = if case .palette = samples.colour { true } else { false }
        return ground != nil && samples.chroma == nil && !isPalette
    }
}

extension TIFFSampleFormat {
    /// True if the displayed pixels are shown instead of samples.
    ///
    /// In these formats, pixels equal the 8-bit samples, or samples are subsampled or
    /// indices into a palette.
    fileprivate var areShownAsPixels: Bool {
        guard chroma == nil else { return true }
        return switch (colour, dataType) {
        case (.palette, _): true
        case (.gray, _) where firstSample > 0: false
        case (.rgb, .codes(bits: 8)), (.gray(isInverted: false), .codes(bits: 8)):
            alpha != .premultiplied
        default: false
        }
    }

    /// Returns the index of a sample's first bit in a row of its plane.
    fileprivate func bit(ofChannel channel: Int, column: Int) -> Int {
        (column * step + (isPlanar ? 0 : channel)) * sampleBits
    }

    /// Returns the sample that begins at a bit; whole bytes have this machine's byte order.
    fileprivate func number(atBit bit: Int, in row: UnsafeRawBufferPointer) -> SampleValue {
        switch dataType {
        case .measured(let kind): kind.number(at: bit / 8, in: row)
        case .codes(bits: 16):
            .integer(Int(row.loadUnaligned(fromByteOffset: bit / 8, as: UInt16.self)))
        case .codes(let bits):
            .integer(
                (bit..<bit + bits).reduce(0) { number, index in
                    number << 1 | Int(row[index / 8] >> (7 - index % 8) & 1)
                })
        }
    }
}

extension SampleFormat {
    /// Returns the sample at an offset, as stored.
    fileprivate func number(at offset: Int, in row: UnsafeRawBufferPointer) -> SampleValue {
        switch self {
        case .signed8: .integer(Int(row.loadUnaligned(fromByteOffset: offset, as: Int8.self)))
        case .signed16: .integer(Int(row.loadUnaligned(fromByteOffset: offset, as: Int16.self)))
        case .unsigned8: .integer(Int(row.loadUnaligned(fromByteOffset: offset, as: UInt8.self)))
        case .unsigned16: .integer(Int(row.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
        case .signed32: .integer(Int(row.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
        case .signed64: .integer(Int(row.loadUnaligned(fromByteOffset: offset, as: Int64.self)))
        case .unsigned32:
            .integer(Int(row.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        case .unsigned64: SampleValue(row.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        case .half:
            SampleValue(
                HalfFloat.value(row.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
        case .float: SampleValue(row.loadUnaligned(fromByteOffset: offset, as: Float.self))
        case .double: SampleValue(row.loadUnaligned(fromByteOffset: offset, as: Double.self))
        case .complex16, .complex32, .complexFloat, .complexDouble:
            row.baseAddress.map { magnitude(at: $0 + offset) } ?? .missing
        }
    }

    private func magnitude(at pair: UnsafeRawPointer) -> SampleValue {
        let number = loadDouble(0, from: pair)
        return self == .complexDouble ? SampleValue(number) : SampleValue(Float(number))
    }
}
