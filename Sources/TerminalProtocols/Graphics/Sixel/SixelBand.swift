import Imaging

/// Writes one band, six rows of pixels, as sixels: register after register, each over its own
/// columns only, so that the work is proportional to the pixels, not to registers times columns.
struct SixelBand {
    /// The band's registers, as `RegisterColumns` lays them out.
    var columns: [UInt8]
    private let width: Int
    private let runs: SixelRuns
    /// One entry for each register in each column: the column and its six pixels of that register.
    private var entries: [UInt32]
    private var registers: [UInt8]
    private var sorted: [UInt32]
    private var ends: [Int]
    private var text: [UInt8]

    /// An entry's text: a gap and a run of seven bytes each, stored as eight.
    private static let entryBytes = 14
    /// `#255` before and `$` after each register, and the overhang of the last store.
    private static let registerBytes = 5

    init(width: Int) {
        self.width = width
        columns = [UInt8](repeating: 0, count: width * RegisterColumns.stride)
        runs = SixelRuns(upTo: width)
        let most = width * RegisterColumns.rows
        entries = [UInt32](repeating: 0, count: most)
        registers = [UInt8](repeating: 0, count: most)
        sorted = [UInt32](repeating: 0, count: most)
        ends = [Int](repeating: 0, count: 256)
        text = [UInt8](repeating: 0, count: most * Self.entryBytes + 256 * Self.registerBytes + 8)
    }

    mutating func write(rows: Int, into output: inout [UInt8]) {
        let count = collect(rows: rows)
        sort(count)
        let length = spell()
        output.append(contentsOf: text[..<length])
    }

    /// Hot: finds the registers of each column, and each one's pixels in it.
    private mutating func collect(rows: Int) -> Int {
        let all = (UInt64(1) << UInt64(rows)) - 1
        var count = 0
        columns.withUnsafeBytes { columns in
            entries.withUnsafeMutableBufferPointer { entries in
                registers.withUnsafeMutableBufferPointer { registers in
                    for x in 0..<width {
                        let column = UInt64(
                            littleEndian: columns.loadUnaligned(
                                fromByteOffset: x &* 8, as: UInt64.self))
                        var left = all
                        while left != 0 {
                            let row = UInt64(truncatingIfNeeded: left.trailingZeroBitCount)
                            let register = column &>> (row &* 8) & 0xFF
                            let pixels = Self.rows(of: register, in: column) & left
                            entries[count] =
                                UInt32(truncatingIfNeeded: x) &<< 8
                                | UInt32(truncatingIfNeeded: pixels)
                            registers[count] = UInt8(truncatingIfNeeded: register)
                            count &+= 1
                            left &= ~pixels
                        }
                    }
                }
            }
        }
        return count
    }

    /// The rows of a column that have `register`, a bit each: all eight bytes are compared at once.
    @inline(__always)
    private static func rows(of register: UInt64, in column: UInt64) -> UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let difference = column ^ (register &* 0x0101_0101_0101_0101)
        let zero = ~(((difference & low) &+ low) | difference | low)
        return ((zero &>> 7) &* 0x0102_0408_1020_4080) &>> 56
    }

    /// Hot: brings the entries into the order of their registers.
    private mutating func sort(_ count: Int) {
        for register in 0..<256 { ends[register] = 0 }
        for entry in 0..<count { ends[Int(registers[entry])] &+= 1 }
        var start = 0
        for register in 0..<256 {
            let size = ends[register]
            ends[register] = start
            start += size
        }
        for entry in 0..<count {
            let register = Int(registers[entry])
            sorted[ends[register]] = entries[entry]
            ends[register] &+= 1
        }
    }

    /// Hot: writes the text of all registers; the length of the text.
    private mutating func spell() -> Int {
        var length = 0
        var start = 0
        let (ends, sorted, runs) = (ends, sorted, runs)
        text.withUnsafeMutableBytes { text in
            guard let text = text.baseAddress else { return }
            for register in 0..<256 where ends[register] > start {
                if length > 0 {
                    text.storeBytes(
                        of: Ascii.graphicsCarriageReturn, toByteOffset: length, as: UInt8.self)
                    length += 1
                }
                for byte in "#\(register)".utf8 {
                    text.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
                    length += 1
                }
                length += Self.spell(sorted[start..<ends[register]], runs: runs, to: text + length)
                start = ends[register]
            }
        }
        return length
    }

    private static func spell(
        _ entries: ArraySlice<UInt32>, runs: SixelRuns, to text: UnsafeMutableRawPointer
    ) -> Int {
        var place = text
        entries.withUnsafeBufferPointer { sorted in
            runs.empty.withUnsafeBufferPointer { empty in
                runs.places.withUnsafeBufferPointer { places in
                    var entry = 0
                    var column = 0
                    while entry < sorted.count {
                        let first = sorted[entry]
                        var run = 1
                        while entry &+ run < sorted.count
                            && sorted[entry &+ run] == first &+ UInt32(truncatingIfNeeded: run)
                                &<< 8
                        {
                            run &+= 1
                        }
                        let x = Int(first &>> 8)
                        let gap = empty[x &- column]
                        place.storeBytes(of: gap.littleEndian, as: UInt64.self)
                        place += Int(gap &>> 56)
                        let pixels = UInt64(first & 0xFF)
                        let sixels = empty[run] &+ places[run] &* pixels
                        place.storeBytes(of: sixels.littleEndian, as: UInt64.self)
                        place += Int(empty[run] &>> 56)
                        column = x &+ run
                        entry &+= run
                    }
                }
            }
        }
        return place - text
    }
}
