internal import Files
internal import Imaging

/// A decoder of the tiles of a FITS picture to samples in this machine's byte order.
struct FITSTileDecoder: Sendable {
    let table: FITSTileTable
    let dataType: FITSDataType
    /// The value added to the samples of a mask, which are stored as unsigned integers; usually 0.
    let maskOffset: Int32

    init(_ image: FITSImage, _ table: FITSTileTable) {
        (self.table, dataType) = (table, image.dataType)
        // A mask does not contain the offset of 32768 that its header declares.
        maskOffset =
            table.packing == .plio && dataType == .signed16 && image.zero == 32768 ? -32768 : 0
    }

    /// Writes the samples of a tile.
    ///
    /// - Precondition: `target` has room for all samples of the tile.
    /// - Throws: `.damaged` if the tile cannot be decompressed.
    func decode(
        _ stored: FITSTileTable.Tile, of bytes: PhotoBytes, from pool: PixelPool,
        into target: UnsafeMutableRawBufferPointer
    ) throws(DecodingFailure) {
        let row = try table.row(stored.row, in: bytes)
        let isRaw = row.form != .packed || row.scale == nil && isStoredAsItIs
        if isRaw {
            let isWhole = try bytes.lend(row.range, from: pool) { source in
                writeRaw(source, row.form, stored.count, into: target)
            }
            guard isWhole else { throw .damaged(.badData) }
            return
        }
        let memory = try pool.borrow(byteCount: stored.count * 8)
        defer { pool.giveBack(memory) }
        let steps = UnsafeMutableBufferPointer(
            start: memory.bytes.baseAddress?.assumingMemoryBound(to: Int32.self),
            count: stored.count)
        let isWhole = try bytes.lend(row.range, from: pool) { source in
            readSteps(source, stored, into: steps, target)
        }
        guard isWhole else { throw .damaged(.badData) }
        guard !isWide else { return }
        guard dataType.isInteger else {
            FITSQuantity(row: row, table: table, tileNumber: stored.row)
                .write(steps, as: dataType, to: target)
            return
        }
        store(steps, to: target)
    }

    /// True if the compression stores unquantised samples in the file's own format.
    private var isStoredAsItIs: Bool {
        switch table.packing {
        case .none: true
        case .gzip: !dataType.isInteger
        case .rice, .hcompress, .plio: false
        }
    }

    /// True for 64-bit integers, which only gzip can compress.
    private var isWide: Bool { dataType == .signed64 || dataType == .unsigned64 }

    private func readSteps(
        _ source: UnsafeRawBufferPointer, _ stored: FITSTileTable.Tile,
        into steps: UnsafeMutableBufferPointer<Int32>, _ target: UnsafeMutableRawBufferPointer
    ) -> Bool {
        switch table.packing {
        case .rice(let sampleBytes, let blockSize):
            guard !isWide else { return false }
            return RiceDecoder.decode(
                source, sampleBytes: sampleBytes, blockSize: blockSize, into: steps)
        case .gzip(let isShuffled):
            guard !isWide else { return writeRaw(source, .packed, stored.count, into: target) }
            return GzippedSamples.read(source, isShuffled: isShuffled, into: steps)
        case .hcompress:
            guard !isWide, stored.planes == 1 else { return false }
            return HCompressDecoder.decode(source, size: stored.size, into: steps)
        case .plio:
            guard !isWide, PLIODecoder.decode(source, into: steps) else { return false }
            if maskOffset != 0 { for index in steps.indices { steps[index] &+= maskOffset } }
            return true
        case .none:
            let room = UnsafeMutableRawBufferPointer(steps)
            guard source.count >= room.count else { return false }
            room.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<room.count]))
            room.swapSamples(ofBytes: 4)
            return true
        }
    }

    /// Writes samples that are stored in the file's own format, uncompressed or with gzip.
    private func writeRaw(
        _ source: UnsafeRawBufferPointer, _ form: FITSTileTable.Row.Form, _ count: Int,
        into target: UnsafeMutableRawBufferPointer
    ) -> Bool {
        let size = dataType.byteCount
        let bytes = UnsafeMutableRawBufferPointer(rebasing: target[..<(count * size)])
        var isShuffled = false
        switch (form, table.packing) {
        case (.plain, _), (.packed, .none):
            guard source.count >= bytes.count else { return false }
            bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<bytes.count]))
        case (.gzip, _):
            guard Gzip.inflate(source, into: bytes) == bytes.count else { return false }
        case (.packed, .gzip(let shuffled)):
            isShuffled = shuffled
            guard Gzip.inflate(source, into: bytes) == bytes.count else { return false }
        case (.packed, _): return false
        }
        if isShuffled {
            bytes.unshuffle(sampleBytes: size)
        } else {
            bytes.swapSamples(ofBytes: size)
        }
        return true
    }

    private func store(
        _ steps: UnsafeMutableBufferPointer<Int32>, to target: UnsafeMutableRawBufferPointer
    ) {
        for (index, step) in steps.enumerated() {
            switch dataType {
            case .unsigned8: target[index] = UInt8(truncatingIfNeeded: step)
            case .signed16:
                target.storeBytes(
                    of: Int16(truncatingIfNeeded: step), toByteOffset: index &* 2, as: Int16.self)
            default: target.storeBytes(of: step, toByteOffset: index &* 4, as: Int32.self)
            }
        }
    }
}

/// A decoder of integers of 1, 2 or 4 bytes that gzip compressed.
enum GzippedSamples {
    /// Decompresses integers into `target`.
    ///
    /// - Returns: false if the data are damaged or too short.
    static func read(
        _ source: UnsafeRawBufferPointer, isShuffled: Bool,
        into target: UnsafeMutableBufferPointer<Int32>
    ) -> Bool {
        // The caller's memory has 8 bytes for each sample, twice the size of `target`.
        let room = UnsafeMutableRawBufferPointer(
            start: target.baseAddress, count: target.count * 8)
        guard let count = Gzip.inflate(source, into: room), count % target.count == 0,
            case let size = count / target.count, [1, 2, 4].contains(size)
        else { return false }
        let samples = UnsafeMutableRawBufferPointer(rebasing: room[..<count])
        if isShuffled {
            samples.unshuffle(sampleBytes: size)
        } else {
            samples.swapSamples(ofBytes: size)
        }
        // The order is reversed because an expanded integer overlaps the integers after it.
        for index in target.indices.reversed() {
            target[index] =
                switch size {
                case 1: Int32(samples[index])
                case 2: Int32(samples.loadUnaligned(fromByteOffset: index &* 2, as: Int16.self))
                default: samples.loadUnaligned(fromByteOffset: index &* 4, as: Int32.self)
                }
        }
        return true
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Reassembles the bytes of each number in this machine's byte order.
    ///
    /// Initially, the buffer contains the highest bytes of all numbers, then the second bytes, and
    /// so on.
    func unshuffle(sampleBytes size: Int) {
        guard size > 1 else { return }
        let old = [UInt8](self)
        let count = old.count / size
        for index in 0..<count {
            for byte in 0..<size {
                self[index &* size &+ byte] = old[(size &- 1 &- byte) &* count &+ index]
            }
        }
    }
}

/// The conversion of a tile's quantised integers to floating-point samples (section 10.2).
struct FITSQuantity {
    private let scale: Double
    private let zero: Double
    private let blank: Int32?
    private let dithering: FITSTileTable.Dithering
    private let firstRandom: Int

    /// The quantised integer that means 0 with the second dithering method.
    private static let stepOfZero: Int32 = -2_147_483_646

    init(row: FITSTileTable.Row, table: FITSTileTable, tileNumber: Int) {
        scale = row.scale ?? 1
        zero = row.zero
        blank = row.blank.flatMap { Int32(exactly: $0) }
        dithering = table.dithering
        firstRandom = (tileNumber % Self.randoms.count + table.firstRandom - 1) % Self.randoms.count
    }

    /// The 10,000 random numbers from 0 to 1 of the FITS standard's appendix I.
    private static let randoms: [Double] = {
        var seed = 1.0
        return (0..<10_000).map { _ in
            let product = 16_807 * seed
            seed = product - 2_147_483_647 * (product / 2_147_483_647).rounded(.down)
            return Double(Float(seed / 2_147_483_647))
        }
    }()

    /// Writes the floating-point samples that the quantised integers represent.
    ///
    /// Hot: runs for each sample of a quantised picture.
    func write(
        _ steps: UnsafeMutableBufferPointer<Int32>, as dataType: FITSDataType,
        to target: UnsafeMutableRawBufferPointer
    ) {
        Self.randoms.withUnsafeBufferPointer { randoms in
            var run = firstRandom
            var next = Int(randoms[run] * 500)
            for (index, step) in steps.enumerated() {
                var value = Double(step) * scale + zero
                if dithering != .none {
                    value = (Double(step) - randoms[next] + 0.5) * scale + zero
                    if dithering == .second, step == Self.stepOfZero { value = 0 }
                    next &+= 1
                    if next == randoms.count {
                        run = (run &+ 1) % randoms.count
                        next = Int(randoms[run] * 500)
                    }
                }
                if step == blank { value = .nan }
                if dataType == .float {
                    target.storeBytes(of: Float(value), toByteOffset: index &* 4, as: Float.self)
                } else {
                    target.storeBytes(of: value, toByteOffset: index &* 8, as: Double.self)
                }
            }
        }
    }
}
