import Imaging
import Synchronization

/// Writes one band, six rows of pixels: register after register, each over its own columns only, so
/// that the work is proportional to the pixels, not to registers times columns.
final class SixelBand {
    let width: Int
    /// The pixels' registers, as `RegisterColumns` lays them out.
    let columns: WorkingMemory<UInt8>
    private let runs: SixelRuns
    /// For each register in each column: the column, and its pixels of that register.
    private let entries: WorkingMemory<UInt32>
    private let registers: WorkingMemory<UInt8>
    private let sorted: WorkingMemory<UInt32>
    /// The start of each register's entries; after sorting, the end.
    private let ends = WorkingMemory<Int>(zeros: 256)
    private let text: WorkingMemory<UInt8>
    /// The pixels of each column that are final.
    private let done: WorkingMemory<UInt8>

    /// A gap and a run of seven bytes each, stored as eight.
    private static let entryBytes = 14
    /// `#255` before each register, `$` after it.
    private static let registerBytes = 5
    /// What an eight-byte store may write past the end.
    private static let overhang = 8
    /// Registers that may paint over pixels of later ones.
    ///
    /// None: 1.84 MB, 11.9 ms; 16: 1.74 MB, 12.1; 40: 1.71 MB, 13.0; all: 1.70 MB, 15.3 (photo at
    /// rest): the later a register, the less there is to paint over.
    private static let overlapping = 40
    /// Columns without a pixel of a register that a run may bridge; bounds the work.
    private static let longestBridge = 32

    init(width: Int) {
        self.width = width
        columns = WorkingMemory(zeros: width * RegisterColumns.stride)
        runs = SixelRuns(upTo: width)
        let most = width * RegisterColumns.rows
        entries = WorkingMemory(zeros: most)
        registers = WorkingMemory(zeros: most)
        sorted = WorkingMemory(zeros: most)
        done = WorkingMemory(zeros: width)
        text = WorkingMemory(
            zeros: most * Self.entryBytes + 256 * Self.registerBytes + Self.overhang)
    }

    func write(rows: Int, into output: inout [UInt8]) {
        sort(collect(rows: rows))
        output.append(contentsOf: UnsafeBufferPointer(start: text.base, count: spell()))
    }

    /// Hot: finds each column's registers, and their pixels in it.
    private func collect(rows: Int) -> Int {
        let all = (UInt64(1) << UInt64(rows)) - 1
        let columns = UnsafeRawPointer(columns.base)
        let (entries, registers) = (entries.base, registers.base)
        var count = 0
        for x in 0..<width {
            let column = UInt64(
                littleEndian: columns.loadUnaligned(fromByteOffset: x &* 8, as: UInt64.self))
            var left = all
            while left != 0 {
                let row = UInt64(truncatingIfNeeded: left.trailingZeroBitCount)
                let register = column &>> (row &* 8) & 0xFF
                let pixels = Self.rows(of: register, in: column) & left
                entries[count] =
                    UInt32(truncatingIfNeeded: x) &<< 8 | UInt32(truncatingIfNeeded: pixels)
                registers[count] = UInt8(truncatingIfNeeded: register)
                count &+= 1
                left &= ~pixels
            }
        }
        return count
    }

    /// The rows of a column with `register`, a bit each: compares all eight bytes at once.
    @inline(__always)
    private static func rows(of register: UInt64, in column: UInt64) -> UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let difference = column ^ (register &* 0x0101_0101_0101_0101)
        let zero = ~(((difference & low) &+ low) | difference | low)
        return ((zero &>> 7) &* 0x0102_0408_1020_4080) &>> 56
    }

    /// Hot: sorts the entries by register.
    private func sort(_ count: Int) {
        let (entries, registers, sorted, ends) = (
            entries.base, registers.base, sorted.base, ends.base
        )
        self.ends.clear()
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

    /// Writes the text of all registers, those with most entries first; returns its length.
    private func spell() -> Int {
        var place = UnsafeMutableRawPointer(text.base)
        done.clear()
        for (index, register) in order().enumerated() {
            if index > 0 { place = Self.put(Ascii.graphicsCarriageReturn, to: place) }
            for byte in "#\(register)".utf8 { place = Self.put(byte, to: place) }
            let range = (register > 0 ? ends.base[register - 1] : 0)..<ends.base[register]
            if index < Self.overlapping {
                place = spellOver(range, to: place)
                finish(range)
            } else {
                place = spell(range, to: place)
            }
        }
        return place - UnsafeMutableRawPointer(text.base)
    }

    private func order() -> [Int] {
        var counts: [Int] = []
        var start = 0
        for register in 0..<256 where ends.base[register] > start {
            counts.append((ends.base[register] - start) << 8 | (255 - register))
            start = ends.base[register]
        }
        counts.sort(by: >)
        return counts.map { 255 - $0 & 0xFF }
    }

    /// Marks pixels that no later register may touch.
    private func finish(_ range: Range<Int>) {
        let (sorted, done) = (sorted.base, done.base)
        for entry in range {
            done[Int(sorted[entry] &>> 8)] |= UInt8(truncatingIfNeeded: sorted[entry])
        }
    }

    private static func put(
        _ byte: UInt8, to place: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        place.storeBytes(of: byte, as: UInt8.self)
        return place + 1
    }

    /// Hot: writes a register's entries as runs, each with the gap before it, painting over later
    /// registers' pixels.
    ///
    /// A run continues through columns, and takes in other sixels, as long as it spares final
    /// pixels.
    private func spellOver(
        _ range: Range<Int>, to text: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        let (sorted, done) = (sorted.base, done.base)
        let (empty, places) = (runs.empty.base, runs.places.base)
        var place = text
        var entry = range.lowerBound
        var column = 0
        while entry < range.upperBound {
            let x = Int(sorted[entry] &>> 8)
            var pixels = UInt8(truncatingIfNeeded: sorted[entry])
            var taken = done[x]
            var end = x &+ 1
            entry &+= 1
            while entry < range.upperBound {
                let next = Int(sorted[entry] &>> 8)
                let both = pixels | UInt8(truncatingIfNeeded: sorted[entry])
                taken |= done[next]
                guard both & taken == 0, next &- end <= Self.longestBridge else { break }
                var bridged = end
                while bridged < next && done[bridged] & both == 0 {
                    taken |= done[bridged]
                    bridged &+= 1
                }
                guard bridged == next else { break }
                pixels = both
                end = next &+ 1
                entry &+= 1
            }
            let gap = empty[x &- column]
            place.storeBytes(of: gap.littleEndian, as: UInt64.self)
            place += Int(gap &>> 56)
            let run = end &- x
            let sixels = empty[run] &+ places[run] &* UInt64(pixels)
            place.storeBytes(of: sixels.littleEndian, as: UInt64.self)
            place += Int(empty[run] &>> 56)
            column = end
        }
        return place
    }

    /// Hot: writes a register's entries: for each run of equal ones the gap before it and the run.
    private func spell(
        _ range: Range<Int>, to text: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        let (sorted, empty, places) = (sorted.base, runs.empty.base, runs.places.base)
        var place = text
        var entry = range.lowerBound
        var column = 0
        while entry < range.upperBound {
            let first = sorted[entry]
            var run = 1
            while entry &+ run < range.upperBound
                && sorted[entry &+ run] == first &+ UInt32(truncatingIfNeeded: run) &<< 8
            {
                run &+= 1
            }
            let x = Int(first &>> 8)
            let gap = empty[x &- column]
            place.storeBytes(of: gap.littleEndian, as: UInt64.self)
            place += Int(gap &>> 56)
            let sixels = empty[run] &+ places[run] &* UInt64(first & 0xFF)
            place.storeBytes(of: sixels.littleEndian, as: UInt64.self)
            place += Int(empty[run] &>> 56)
            column = x &+ run
            entry &+= run
        }
        return place
    }
}

/// The text that repeats a sixel, for each count, as one number.
///
/// Up to three sixels are written out, more are `!count` and the sixel.
struct SixelRuns {
    /// For `count` empty sixels: up to seven bytes of text, the first lowest, and their number in
    /// the highest byte.
    let empty: WorkingMemory<UInt64>
    /// Multiplied by a sixel's pixels and added to `empty`, this gives the text of their run.
    let places: WorkingMemory<UInt64>

    /// The longest run with a text of seven bytes.
    static let longest = 65_535

    init(upTo count: Int) {
        precondition(count <= Self.longest, "a frame is at most 65535 pixels wide")
        let texts = (0...count).map(Self.text)
        empty = WorkingMemory(texts)
        places = WorkingMemory(texts.indices.map { Self.place(count: $0, length: texts[$0] >> 56) })
    }

    private static func text(_ count: Int) -> UInt64 {
        let plain = String(repeating: "?", count: min(count, 3))
        let bytes = Array((count < 4 ? plain : "!\(count)?").utf8)
        let packed = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        return packed | UInt64(bytes.count) << 56
    }

    private static func place(count: Int, length: UInt64) -> UInt64 {
        switch count {
        case 0: 0
        case 1..<4: 0x01_0101 >> (8 * UInt64(3 - count))
        default: 1 << (8 * (length - 1))
        }
    }
}

/// The tables of a palette, each made when first needed: a printed picture never moves.
final class SixelTables: Sendable {
    private let palette: Palette
    private let fine = Mutex<ColourTable?>(nil)
    /// By the number of registers.
    private let coarse = Mutex<[Int: StableDitherPalette]>([:])

    init(_ palette: Palette) { self.palette = palette }

    var atRest: ColourTable { Self.table(fine) { ColourTable(palette) } }

    func moving(registers: Int) -> StableDitherPalette {
        coarse.withLock { tables in
            let table = tables[registers] ?? StableDitherPalette(palette, limit: registers)
            tables[registers] = table
            return table
        }
    }

    private static func table<Table: Sendable>(
        _ known: borrowing Mutex<Table?>, made make: () -> Table
    ) -> Table {
        known.withLock { known in
            let table = known ?? make()
            known = table
            return table
        }
    }
}
