internal import Imaging

/// Writes rows of coefficients as one sequential scan, and its index on the way.
struct BaselineWriter: ~Copyable {
    private let photo: IndexedPhoto
    private let frame: JPEGFrame
    private var bits: BitWriter
    /// Where in the file the writer's first byte belongs.
    private var offset: Int
    private var predictors = SIMD4<Int32>()
    private let dcCodes = HuffmanTable.standardDC.codes
    private let acCodes = HuffmanTable.standardAC.codes

    init(_ photo: IndexedPhoto, frame: JPEGFrame) {
        self.photo = photo
        self.frame = frame
        offset = photo.scan.dataOffset
        bits = BitWriter(startingWith: [], capacity: 1 << 16)
    }

    deinit { bits.deallocate() }

    /// Writes a row of units; its index is complete when the next one was written, or the end.
    ///
    /// What the file does not take is told to the photo's progress, and lost.
    mutating func write(_ row: CoefficientRow, number: Int, to file: BaselineFile) {
        var entry = 0
        for column in 0..<frame.unitsAcross {
            if entry < photo.index.entriesPerRow, column == photo.index.column(of: entry) {
                photo.index[number, entry] = place()
                entry += 1
            }
            bits.reserve(frame.blocksPerUnit * 64 * 4)
            write(row, column: column)
        }
        bits.flushBytes()
        flush(to: file)
    }

    mutating func finish(to file: BaselineFile) {
        photo.index[frame.unitsDown, 0] = place()
        bits.put(marker: 0xD9)
        flush(to: file)
    }

    private mutating func place() -> MCUIndex.Entry {
        bits.flushBytes()
        return MCUIndex.Entry(
            position: UInt64((offset + bits.count) * 8 + bits.waiting),
            predictors: SIMD4<Int16>(truncatingIfNeeded: predictors))
    }

    private mutating func flush(to file: BaselineFile) {
        let written = UnsafeRawBufferPointer(start: bits.bytes, count: bits.count)
        do throws(DecodingFailure) {
            if photo.progress.failure == nil { try file.write(written, at: offset) }
        } catch {
            photo.progress.fail(error)
        }
        offset += bits.count
        bits.forgetBytes()
    }

    /// Hot: once for each unit of the photo.
    private mutating func write(_ row: CoefficientRow, column: Int) {
        for (component, shape) in frame.components.enumerated() {
            let part = row.parts[component]
            for y in 0..<shape.down {
                for x in 0..<shape.across {
                    let blockColumn = column &* shape.across &+ x
                    let block = part.blocks + (y &* part.width &+ blockColumn) &* 64
                    writeMean(Int32(block[0]), component)
                    writeOthers(block)
                }
            }
        }
    }

    @inline(__always)
    private mutating func writeMean(_ mean: Int32, _ component: Int) {
        let difference = min(2047, max(-2047, mean &- predictors[component]))
        predictors[component] &+= difference
        let size = 32 &- Int(difference.magnitude.leadingZeroBitCount)
        put(dcCodes[size], difference, size)
    }

    @inline(__always)
    private mutating func writeOthers(_ block: UnsafePointer<Int16>) {
        var run = 0
        for place in 1..<64 {
            guard block[place] != 0 else {
                run &+= 1
                continue
            }
            while run > 15 {
                bits.put(acCodes[0xF0].bits, acCodes[0xF0].length)
                run &-= 16
            }
            // Ten bits are all that 8-bit samples need; more occur in damaged files only.
            let value = min(1023, max(-1023, Int32(block[place])))
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
