internal import Imaging

/// A photo at one reduction, row by row, in a spill file or in memory.
final class SpilledMipLevel: Sendable {
    let size: PixelSize
    private let place: Place

    private enum Place: Sendable {
        case file(SpillFile)
        case memory(SharedPixels)
    }

    static func byteCount(_ size: PixelSize) -> Int {
        size.width * size.height * Raster.bytesPerPixel
    }

    /// In a file that holds nothing else.
    init(size: PixelSize, in file: SpillFile) {
        self.size = size
        place = .file(file)
    }

    /// In memory, for what is small and there is no file for.
    init(size: PixelSize) {
        self.size = size
        place = .memory(SharedPixels(byteCount: Self.byteCount(size)))
    }

    func write(_ rows: UnsafeRawBufferPointer, fromRow row: Int) throws(DecodingFailure) {
        let start = row * size.width * Raster.bytesPerPixel
        switch place {
        case .file(let file): try file.write(rows, at: start)
        case .memory(let pixels): pixels.write(rows, at: start)
        }
    }

    /// The pixels of an area; transparent where none were written.
    func raster(of area: PixelRect, isOpaque: Bool) throws(DecodingFailure) -> Raster {
        var failure: DecodingFailure?
        let pixels = Raster.bytes(of: area.size) { target in
            do throws(DecodingFailure) {
                try read(area, into: UnsafeMutableRawBufferPointer(target))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return Raster(size: area.size, pixels: pixels, isOpaque: isOpaque)
    }

    /// The same into memory that is there: four bytes for each pixel of the area.
    func read(
        _ area: PixelRect, into target: UnsafeMutableRawBufferPointer
    ) throws(DecodingFailure) {
        let rowBytes = area.size.width * Raster.bytesPerPixel
        // Whole rows lie one behind the other: one call reads them all.
        let rows = area.size.width == size.width ? area.size.height : 1
        for row in stride(from: 0, to: area.size.height, by: rows) {
            let bytes = (row * rowBytes)..<((row + rows) * rowBytes)
            let part = UnsafeMutableRawBufferPointer(rebasing: target[bytes])
            let start = ((area.minY + row) * size.width + area.minX) * Raster.bytesPerPixel
            switch place {
            case .file(let file): try file.read(into: part, at: start)
            case .memory(let pixels): pixels.read(into: part, at: start)
            }
        }
    }
}

/// Pixels that one thread writes while others read.
///
/// Unchecked: rows are read once they were announced; who looks at others early sees zeros or pixels.
private final class SharedPixels: @unchecked Sendable {
    private let bytes: UnsafeMutableRawBufferPointer

    init(byteCount: Int) {
        bytes = .allocate(byteCount: byteCount, alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit { bytes.deallocate() }

    func write(_ part: UnsafeRawBufferPointer, at offset: Int) {
        UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).copyMemory(from: part)
    }

    func read(into part: UnsafeMutableRawBufferPointer, at offset: Int) {
        part.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + part.count)]))
    }
}
