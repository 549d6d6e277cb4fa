internal import Files
internal import Imaging

/// A reader of rows in order, for a picture whose strips are too large to be decompressed whole.
///
/// `@unchecked Sendable`: one thread reads at a time.
final class TIFFRowReader: PictureRowReader, @unchecked Sendable {
    private let picture: TIFFPicture
    private var readers: [TIFFReader] = []
    private(set) var nextRow = 0
    private let memory: MappedMemory
    private let rowBytes: Int

    init(_ picture: TIFFPicture) throws(DecodingFailure) {
        self.picture = picture
        rowBytes = picture.layout.blocks.rowBytes
        let planes = picture.layout.samples.planes
        let byteCount = rowBytes * planes.count
        guard let memory = try? MappedMemory(byteCount: byteCount) else { throw .outOfMemory }
        self.memory = memory
        readers = try picture.bytes.withUnsafeBytes { source throws(DecodingFailure) in
            var readers: [TIFFReader] = []
            for _ in planes {
                readers.append(try picture.readers.make(source))
            }
            return readers
        }
    }

    func read(rows: Int, into target: PixelBlock) -> (count: Int, failure: DecodingFailure?) {
        picture.bytes.withUnsafeBytes { source in
            for reader in readers { reader.lend(source) }
            for row in 0..<rows {
                if let damage = fillPlanes() { return (row, .damaged(damage)) }
                write(to: target, row: row)
                nextRow += 1
            }
            return (rows, nil)
        }
    }

    /// Reads the next row of each plane; returns the damage of a damaged row, otherwise `nil`.
    private func fillPlanes() -> Damage? {
        guard let start = memory.bytes.baseAddress else { return .noPixels }
        for (number, reader) in readers.enumerated() {
            let plane = picture.layout.samples.planes[number]
            guard reader.readRow(nextRow, plane: plane, into: start + number * rowBytes) else {
                return reader.damage
            }
        }
        return nil
    }

    /// Returns the samples of the next row, one plane after the other; `nil` if the row is damaged.
    func readPlanes() -> UnsafeRawPointer? {
        picture.bytes.withUnsafeBytes { source in
            for reader in readers { reader.lend(source) }
            guard fillPlanes() == nil else { return nil }
            nextRow += 1
            return memory.bytes.baseAddress.map { UnsafeRawPointer($0) }
        }
    }

    private func write(to target: PixelBlock, row: Int) {
        guard let pixel = target.pixel(x: 0, y: row), let start = memory.bytes.baseAddress else {
            return
        }
        let wanted = TIFFPixels.Row(
            first: 0, count: picture.size.width, origin: PixelPoint(x: 0, y: nextRow))
        picture.pixels.write(wanted, to: pixel) { UnsafeRawPointer(start) + $0 * rowBytes }
    }

    /// Returns the samples of the first plane's next row; `nil` if the row is damaged.
    func readSamples() -> UnsafeRawPointer? {
        picture.bytes.withUnsafeBytes { source in
            guard let reader = readers.first, let start = memory.bytes.baseAddress else {
                return nil
            }
            reader.lend(source)
            guard reader.readRow(nextRow, plane: 0, into: start) else { return nil }
            nextRow += 1
            return UnsafeRawPointer(start)
        }
    }
}
