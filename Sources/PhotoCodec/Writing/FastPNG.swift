internal import CPNG
package import Imaging
internal import Synchronization

/// An encoder of PNGs that are sent once and not stored, in bands of rows on all cores.
///
/// For 1080 × 720 pixels, igzip takes 5 ms of processor time (1,367 kB). Without igzip, zlib
/// compresses only runs, in 22 ms (1,424 kB).
package enum FastPNG {
    /// The approximate number of bytes of samples in a band.
    private static let bandBytes = 1 << 18
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The header of zlib data with a window of 32 kB and the fastest level (RFC 1950).
    private static let zlibHead: [UInt8] = [0x78, 0x01]

    /// Returns the opaque pixels of a raster as a PNG file.
    ///
    /// - Precondition: the raster has pixels, and there is enough memory.
    package static func bytes(of raster: Raster) -> [UInt8] {
        let file = Mutex<[UInt8]>([])
        encode(raster) { part in file.withLock { $0 += part } }
        return file.withLock(\.self)
    }

    /// Passes the parts of a PNG file with the opaque pixels of a raster to `output`, in order,
    /// while later parts are compressed.
    ///
    /// `output` is called on any thread, but never by two threads at once, and may block.
    ///
    /// - Precondition: the raster has pixels, and there is enough memory.
    // Five NASA photos of 1600 × 960 pixels (4608 kB of RGB) took, on average:
    //     zlib of the samples, level 1…6:       56, 58, 62, 76, 83, 88 ms; 2737, 2711 … 2717 kB
    //     minus the row above, level 1, 3, 6:   42, 73, 186 ms; 1925, 1820, 1737 kB
    //     minus the row above, runs only:       33 ms; 1940 kB
    // So a filtered PNG is smaller and faster than unfiltered samples; both protocols accept PNG.
    // Minus the mean of above and left, 1080 × 720 pixels take 1,424 instead of 1,558 kB.
    package static func encode(_ raster: Raster, to output: @escaping @Sendable ([UInt8]) -> Void) {
        precondition(!raster.size.isEmpty, "a picture has pixels")
        Igzip.load()
        let size = raster.size
        let bands = max(1, size.height * size.width * 3 / bandBytes)
        let rows = (size.height + WorkThread.evenly(bands) - 1) / WorkThread.evenly(bands)
        let count = (size.height + rows - 1) / rows
        let parts = OrderedParts(size, bands: count, to: output)
        WorkThread.concurrentPerform(iterations: count) { number in
            let first = number * rows
            let samples = FilteredBand(raster, rows: first..<min(first + rows, size.height))
            parts.receive(PackedBand(samples.bytes, isLast: number == count - 1), number)
        }
    }

    /// Returns the start of a file, up to the first band.
    fileprivate static func head(of size: PixelSize) -> [UInt8] {
        var file = signature
        // 8 bits each of red, green and blue, deflate, the standard filters, and no interlacing.
        let header = bytes(of: size.width) + bytes(of: size.height) + [8, 2, 0, 0, 0]
        append(chunk: "IHDR", [header], to: &file)
        append(chunk: "sRGB", [[0]], to: &file)
        return file
    }

    /// Appends a band as a chunk; the last band is followed by the checksum of all samples and the
    /// end of the file.
    fileprivate static func append(
        _ band: PackedBand, isFirst: Bool, checksum: UInt?, to file: inout [UInt8]
    ) {
        append(
            chunk: "IDAT",
            [isFirst ? zlibHead : [], band.bytes, checksum.map { bytes(of: Int($0)) } ?? []],
            to: &file)
        if checksum != nil { append(chunk: "IEND", [], to: &file) }
    }

    private static func append(
        chunk name: StaticString, _ contents: [[UInt8]], to file: inout [UInt8]
    ) {
        let count = contents.reduce(0) { $0 + $1.count }
        file.reserveCapacity(file.count + count + 12)
        file += bytes(of: count)
        let start = file.count
        name.withUTF8Buffer { file += $0 }
        for piece in contents { file += piece }
        file += bytes(of: Int(file[start...].withUnsafeBytes { Igzip.checksum(0, $0) }))
    }

    /// Returns the four bytes of a big-endian integer.
    private static func bytes(of number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

/// The parts of a file, which are passed on in order by the threads that compress them.
private final class OrderedParts: Sendable {
    private struct State {
        var waiting: [Int: PackedBand] = [:]
        var next = 0
        var checksum: UInt = 1
        /// True while a thread passes on a part; other threads only add their bands.
        var isPassing = false
    }

    private let size: PixelSize
    private let count: Int
    private let output: @Sendable ([UInt8]) -> Void
    private let state = Mutex(State())

    init(_ size: PixelSize, bands count: Int, to output: @escaping @Sendable ([UInt8]) -> Void) {
        self.size = size
        self.count = count
        self.output = output
    }

    /// Adds a band, and passes on the bands whose turn it is.
    func receive(_ band: PackedBand, _ number: Int) {
        state.withLock { $0.waiting[number] = band }
        while let (band, number, checksum) = state.withLock({ Self.pop(&$0) }) {
            var part = number == 0 ? FastPNG.head(of: size) : []
            let isLast = number == count - 1
            FastPNG.append(
                band, isFirst: number == 0, checksum: isLast ? checksum : nil, to: &part)
            output(part)
            state.withLock { $0.isPassing = false }
        }
    }

    /// Returns the next band, its number, and the checksum of all samples up to its end; `nil` if
    /// it is not compressed yet, or another thread passes on parts.
    private static func pop(_ state: inout State) -> (PackedBand, number: Int, checksum: UInt)? {
        guard !state.isPassing, let band = state.waiting.removeValue(forKey: state.next) else {
            return nil
        }
        state.isPassing = true
        state.checksum = adler32_combine(state.checksum, band.checksum, band.sampleCount)
        defer { state.next += 1 }
        return (band, state.next, state.checksum)
    }
}

/// Rows of RGB samples after the "average" filter, each row after the filter byte.
///
/// The filter subtracts the mean of the samples above and on the left (PNG, third edition, 9.2).
private struct FilteredBand {
    private static let filter: UInt8 = 3

    let bytes: [UInt8]

    init(_ raster: Raster, rows: Range<Int>) {
        let width = raster.size.width
        let rowBytes = 1 + width * 3
        let count = rowBytes * rows.count
        bytes = [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, initialized in
            initialized = count
            guard let target = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
            raster.pixels.withUnsafeBytes { pixels in
                guard let pixels = pixels.baseAddress else { return }
                let zeros = [UInt32](repeating: 0, count: width)
                zeros.withUnsafeBytes { zeros in
                    for (number, row) in rows.enumerated() {
                        let from = pixels + row * width * 4
                        let above = row == 0 ? zeros.baseAddress : from - width * 4
                        guard let above else { return }
                        Self.filter(from, above, width, to: target + number * rowBytes)
                    }
                }
            }
        }
    }

    /// Filters a row.
    ///
    /// Hot: runs for each pixel of each PNG that is sent.
    private static func filter(
        _ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ width: Int,
        to target: UnsafeMutableRawPointer
    ) {
        target.storeBytes(of: filter, as: UInt8.self)
        let samples = target + 1
        var left: UInt32 = 0
        for index in 0..<width {
            let up = above.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
            let pixel = row.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
            // All bytes are computed at once; neither a carry nor a borrow reaches the next byte.
            let mean = (left & up) &+ ((left ^ up) &>> 1 & 0x7F7F_7F7F)
            let difference =
                ((pixel | 0x8080_8080) &- (mean & 0x7F7F_7F7F))
                ^ ((pixel ^ ~mean) & 0x8080_8080)
            // The next pixel or row overwrites the fourth byte.
            samples.storeBytes(of: difference, toByteOffset: index &* 3, as: UInt32.self)
            left = pixel
        }
    }
}

/// A compressed band, which ends at a byte so that another band can follow.
private struct PackedBand {
    let bytes: [UInt8]
    let sampleCount: Int
    /// The Adler-32 checksum of the samples.
    let checksum: UInt

    init(_ samples: [UInt8], isLast: Bool) {
        sampleCount = samples.count
        checksum = Igzip.adler(samples)
        let room = samples.count + samples.count / 8 + 1024
        bytes = [UInt8](unsafeUninitializedCapacity: room) { target, count in
            if let igzip = Igzip.loaded {
                count = cigzip_deflate(
                    igzip, target.baseAddress, room, samples, samples.count, isLast ? 1 : 0)
            }
            if count == 0 { count = Self.packByZlib(samples, into: target, isLast: isLast) }
        }
    }

    private static func packByZlib(
        _ samples: [UInt8], into target: UnsafeMutableBufferPointer<UInt8>, isLast: Bool
    ) -> Int {
        samples.withUnsafeBufferPointer { samples in
            var stream = z_stream()
            let code = deflateInit2_(
                &stream, Z_BEST_SPEED, Z_DEFLATED, -MAX_WBITS, 8, Z_RLE, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size))
            precondition(code == Z_OK, "there is memory")
            defer { deflateEnd(&stream) }
            stream.next_in = UnsafeMutablePointer(mutating: samples.baseAddress)
            stream.avail_in = UInt32(samples.count)
            stream.next_out = target.baseAddress
            stream.avail_out = UInt32(target.count)
            let end = deflate(&stream, isLast ? Z_FINISH : Z_FULL_FLUSH)
            precondition(end == (isLast ? Z_STREAM_END : Z_OK), "it fits")
            return target.count - Int(stream.avail_out)
        }
    }
}
