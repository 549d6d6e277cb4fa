internal import Files
internal import Imaging
internal import Synchronization

/// A photo at one reduction, stored row after row in a spill file or in memory.
final class MipLevel: Sendable {
    let size: PixelSize
    private let storage: Storage

    private enum Storage: Sendable {
        case file(SpillFile)
        case memory(SharedPixels)
    }

    static func byteCount(_ size: PixelSize) -> Int {
        size.width * size.height * Raster.bytesPerPixel
    }

    /// Creates a level in a file that contains nothing else.
    init(size: PixelSize, in file: SpillFile) {
        self.size = size
        storage = .file(file)
    }

    /// Creates a small level in memory.
    init(size: PixelSize) {
        self.size = size
        storage = .memory(SharedPixels(byteCount: Self.byteCount(size)))
    }

    func write(_ rows: UnsafeRawBufferPointer, fromRow row: Int) throws(DecodingFailure) {
        let start = row * size.width * Raster.bytesPerPixel
        switch storage {
        case .file(let file): try file.write(rows, at: start)
        case .memory(let pixels): try pixels.write(rows, at: start)
        }
    }

    /// Writes the pixels of a block at a position; threads may write to different areas at once.
    func write(_ block: PixelBlock, at point: PixelPoint) throws(DecodingFailure) {
        let rowBytes = block.size.width * Raster.bytesPerPixel
        // Whole rows are contiguous, so one call writes all of them.
        let rows = block.size.width == size.width ? block.size.height : 1
        for row in stride(from: 0, to: block.size.height, by: rows) {
            let bytes = (row * rowBytes)..<((row + rows) * rowBytes)
            let slice = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(block.bytes)[bytes])
            let start = ((point.y + row) * size.width + point.x) * Raster.bytesPerPixel
            switch storage {
            case .file(let file): try file.write(slice, at: start)
            case .memory(let pixels): try pixels.write(slice, at: start)
            }
        }
    }

    /// Returns the pixels of an area; pixels that have not been written are transparent.
    func raster(of area: PixelRect, isOpaque: Bool) throws(DecodingFailure) -> Raster {
        let pixels = try Raster.bytes(of: area.size) { target throws(DecodingFailure) in
            try read(area, into: UnsafeMutableRawBufferPointer(target))
        }
        return Raster(size: area.size, pixels: pixels, isOpaque: isOpaque)
    }

    /// Reads the pixels of an area into memory, four bytes per pixel.
    func read(
        _ area: PixelRect, into target: UnsafeMutableRawBufferPointer
    ) throws(DecodingFailure) {
        let rowBytes = area.size.width * Raster.bytesPerPixel
        // Whole rows are contiguous, so one call reads all of them.
        let rows = area.size.width == size.width ? area.size.height : 1
        for row in stride(from: 0, to: area.size.height, by: rows) {
            let bytes = (row * rowBytes)..<((row + rows) * rowBytes)
            let block = UnsafeMutableRawBufferPointer(rebasing: target[bytes])
            let start = ((area.minY + row) * size.width + area.minX) * Raster.bytesPerPixel
            switch storage {
            case .file(let file): try file.read(into: block, at: start)
            case .memory(let pixels): pixels.read(into: block, at: start)
            }
        }
    }
}

/// Pixels that some threads write while other threads read.
///
/// The first write reserves the memory; the system provides each page when it is written.
/// `@unchecked Sendable`: rows are read after they are announced; a row that is read earlier
/// contains zeros or pixels.
private final class SharedPixels: @unchecked Sendable {
    private let byteCount: Int
    private let memory = Mutex<MappedMemory?>(nil)

    init(byteCount: Int) { self.byteCount = byteCount }

    /// Copies bytes to an offset.
    ///
    /// - Throws: `.outOfMemory`.
    func write(_ block: UnsafeRawBufferPointer, at offset: Int) throws(DecodingFailure) {
        let bytes = try pages().bytes
        UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).copyMemory(from: block)
    }

    func read(into slice: UnsafeMutableRawBufferPointer, at offset: Int) {
        guard let bytes = memory.withLock({ $0 })?.bytes else {
            slice.initializeMemory(as: UInt8.self, repeating: 0)
            return
        }
        slice.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + slice.count)]))
    }

    private func pages() throws(DecodingFailure) -> MappedMemory {
        try memory.withLock { memory throws(DecodingFailure) in
            if let memory { return memory }
            guard let pages = try? MappedMemory(byteCount: byteCount) else { throw .outOfMemory }
            memory = pages
            return pages
        }
    }
}
