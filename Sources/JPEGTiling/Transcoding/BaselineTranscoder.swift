package import Imaging

/// A transcoder of a JPEG in several scans to one scan, row by row, in bounded memory.
///
/// The coefficients, and therefore the pixels, stay the same. Before transcoding, the first scan
/// alone yields a preview, from a twentieth of the file. In parallel with transcoding, another
/// decoder makes the picture at 1/8 from the needed scans. Decoding these scans twice adds a fifth
/// to the time, but the picture is ready in a third of the time.
package struct BaselineTranscoder: Sendable {
    /// The maximum size of a block in bytes.
    ///
    /// A code has at most 16 bits, a coefficient has at most 11 bits, and every byte may be
    /// stuffed.
    static let maximumBlockBytes = 64 * 27 / 8 * 2

    private let scans: ScanList

    /// Reads the entire file; `nil` if its scans are not supported.
    package init?(_ input: JPEGInput, frame: JPEGFrame) {
        guard let scans = ScanList(input, frame: frame) else { return nil }
        self.scans = scans
    }

    /// True if the scans contain every bit of every coefficient.
    package var isComplete: Bool { scans.isComplete }
    /// The header of the file to write: all bytes before the first entropy-coded byte.
    package var header: [UInt8] { scans.baselineHeader }
    /// The maximum size of the file to write, in bytes.
    package var maximumBytes: Int { scans.frame.blockCount * Self.maximumBlockBytes + 1 << 20 }
    /// The number of MCU rows in the preview from the first scan; 0 without such a preview.
    package var previewRows: Int { scans.firstPreview == nil ? 0 : scans.frame.mcusDown }

    /// Makes the picture at 1/8 from the first scan alone; the picture is slightly too dark or
    /// bright.
    package func firstPreview(_ input: JPEGInput, of photo: IndexedScan, while isWanted: () -> Bool)
    {
        reduction(photo).firstPreview(input, while: isWanted)
    }

    /// Makes the picture at 1/8.
    ///
    /// `goesOn` receives the number of finished rows of MCUs and returns false to stop. Damage is
    /// reported only by `transcode`, which decodes all scans.
    package func reduce(
        _ input: JPEGInput, of photo: IndexedScan, while goesOn: (_ rows: Int) -> Bool
    ) {
        _ = reduction(photo).decode(input, while: goesOn)
    }

    private func reduction(_ photo: IndexedScan) -> ProgressiveReduction {
        ProgressiveReduction(scans, scan: photo.scan, to: photo.planes)
    }

    private static let rowsPerRelease = 64

    /// Writes the file after its header and fills the index of `photo`, which describes the new
    /// file.
    ///
    /// `write` stores bytes at an offset in the file; an error that it throws ends the transcoding.
    package func transcode(
        _ input: JPEGInput, to photo: IndexedScan, progress: some ScanProgress,
        write: (UnsafeRawBufferPointer, _ offset: Int) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        let frame = scans.frame
        if !isComplete { progress.note(.endsEarly) }
        var decoders = scans.scans.map { ProgressiveScanDecoder($0, of: input) }
        let coefficients = CoefficientRow(of: frame)
        var writer = BaselineWriter(photo)
        for row in 0..<frame.mcusDown {
            guard !progress.isAbandoned else { return }
            // The scans are read at a dozen positions; without this call, all pages would remain in
            // memory.
            if row.isMultiple(of: Self.rowsPerRelease) { input.didPass(input.bytes.count) }
            coefficients.decode(row: row, of: frame, by: &decoders)
            writer.put(coefficients, row: row)
            try writer.flush(to: write)
            if decoders.contains(where: \.isCut) {
                progress.note(.endsEarly)
            } else if decoders.contains(where: { $0.wrongCodes > 0 }) {
                progress.note(.badData)
            }
            // The last row becomes readable only after the end of the file has been written.
            if row + 1 < frame.mcusDown { progress.announce(rows: row + 1) }
        }
        writer.putEnd()
        try writer.flush(to: write)
    }
}

/// A writer of rows of coefficients as one sequential scan, which also fills the scan's index.
private struct BaselineWriter: ~Copyable {
    private let index: MCUIndex
    private let frame: JPEGFrame
    private var bits = BitWriter(startingWith: [], capacity: 1 << 16)
    /// The offset in the file of the next byte to be flushed.
    private var offset: Int
    private var predictors = SIMD4<Int32>()
    private let dcCodes = HuffmanTable.standardDC.codes
    private let acCodes = HuffmanTable.standardAC.codes

    init(_ photo: IndexedScan) {
        index = photo.index
        frame = photo.scan.frame
        offset = photo.scan.dataOffset
    }

    deinit { bits.deallocate() }

    /// Writes a row of MCUs; the row's index is complete after the next row or the end of the file.
    mutating func put(_ coefficients: CoefficientRow, row: Int) {
        var entry = 0
        for column in 0..<frame.mcusAcross {
            if entry < index.entriesPerRow, column == index.column(of: entry) {
                let next = nextEntry()
                index[row, entry] = next
                entry += 1
            }
            bits.reserve(frame.blocksPerMCU * 64 * 4)
            put(coefficients, column: column)
        }
        bits.flushBytes()
    }

    mutating func putEnd() {
        let end = nextEntry()
        index[frame.mcusDown, 0] = end
        bits.put(marker: 0xD9)
    }

    mutating func flush(
        to write: (UnsafeRawBufferPointer, Int) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        try write(UnsafeRawBufferPointer(start: bits.bytes, count: bits.count), offset)
        offset += bits.count
        bits.clear()
    }

    private mutating func nextEntry() -> MCUIndex.Entry {
        bits.flushBytes()
        return MCUIndex.Entry(
            position: UInt64((offset + bits.count) * 8 + bits.waiting),
            predictors: SIMD4<Int16>(truncatingIfNeeded: predictors))
    }

    /// Writes an MCU.
    ///
    /// Hot: runs once per MCU of the photo.
    private mutating func put(_ coefficients: CoefficientRow, column: Int) {
        for (component, shape) in frame.components.enumerated() {
            let plane = coefficients.planes[component]
            for y in 0..<shape.down {
                for x in 0..<shape.across {
                    let blockColumn = column &* shape.across &+ x
                    let block = plane.blocks + (y &* plane.width &+ blockColumn) &* 64
                    putDC(Int32(block[0]), component)
                    putAC(block)
                }
            }
        }
    }

    @inline(__always)
    private mutating func putDC(_ mean: Int32, _ component: Int) {
        let difference = min(2047, max(-2047, mean &- predictors[component]))
        predictors[component] &+= difference
        let size = 32 &- Int(difference.magnitude.leadingZeroBitCount)
        put(dcCodes[size], difference, size)
    }

    @inline(__always)
    private mutating func putAC(_ block: UnsafePointer<Int16>) {
        var run = 0
        for index in 1..<64 {
            guard block[index] != 0 else {
                run &+= 1
                continue
            }
            while run > 15 {
                bits.put(acCodes[0xF0].bits, acCodes[0xF0].length)
                run &-= 16
            }
            // A coefficient of 8-bit samples has at most ten bits, except in damaged files.
            let value = min(1023, max(-1023, Int32(block[index])))
            let size = 32 &- Int(value.magnitude.leadingZeroBitCount)
            put(acCodes[run << 4 | size], value, size)
            run = 0
        }
        if run > 0 { bits.put(acCodes[0].bits, acCodes[0].length) }
    }

    @inline(__always)
    private mutating func put(_ code: HuffmanTable.Code, _ value: Int32, _ size: Int) {
        let number = UInt32(bitPattern: value < 0 ? value &- 1 : value)
        let mask = UInt32(1) << UInt32(size) &- 1
        bits.put(code.bits << UInt32(size) | number & mask, code.length &+ size)
    }
}
