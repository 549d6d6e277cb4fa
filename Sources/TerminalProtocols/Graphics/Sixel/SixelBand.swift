import Imaging

/// A writer of one band, which is six rows of pixels.
///
/// The text is written register after register, each only in its own columns. So the work is
/// proportional to the number of pixels, not to registers times columns.
final class SixelBand {
    let width: Int
    let registerCount: Int
    /// The pixels' registers, in the layout of `RegisterColumns`.
    let columns: WorkingMemory<RegisterColumns.Register>
    private let runs: SixelRuns
    private let selections: SixelSelections
    /// The entries, one for each register in each column: the column, and the mask of the pixels
    /// with the register.
    private let entries: WorkingMemory<UInt32>
    private let registers: WorkingMemory<RegisterColumns.Register>
    private let sorted: WorkingMemory<UInt32>
    /// The index of each register's first entry; after sorting, the end of the register's entries.
    private let ends: WorkingMemory<Int>
    private let mostUsed = MostUsedRegisters(limit: SixelBand.overlapping)
    private let passes: SixelPasses
    /// True if a register may be selected several times in a pass.
    private let splits: Bool
    private let text: WorkingMemory<UInt8>
    /// The mask of finished pixels in each column.
    private let done: WorkingMemory<UInt8>

    /// The maximum size of an entry's text in bytes: a gap and a run of seven bytes each.
    private static let entryBytes = 14
    /// The number of bytes that a store of eight bytes may write beyond the end of the text.
    private static let overhang = 8
    /// The number of registers that may paint over pixels of later registers.
    ///
    /// For a photo at rest: 0 gives 1.84 MB in 11.9 ms, 16 gives 1.74 MB in 12.1 ms, 40 gives 1.71
    /// MB in 13.0 ms, all registers give 1.70 MB in 15.3 ms. For later registers, fewer pixels
    /// remain to paint over.
    private static let overlapping = 40
    /// The maximum number of columns without a pixel of the register that a run may bridge, to
    /// limit the work.
    private static let longestBridge = 32
    /// The distance in columns between two entries of a register above which they become two
    /// segments.
    ///
    /// With 1024 registers, five photos at rest took 1.750 MB without splits, 1.725 MB with splits
    /// above 99 columns, and 1.715 MB with splits above 9, in 4 % more time. With 256 registers, the
    /// gain of 0.4 % is not worth the time.
    private static let wideGap = 9

    /// Creates a writer of bands of this width.
    ///
    /// - Precondition: all registers in `columns` are less than `registerCount`.
    init(width: Int, registerCount: Int) {
        self.width = width
        self.registerCount = registerCount
        columns = WorkingMemory(zeros: width * RegisterColumns.stride)
        runs = SixelRuns(upTo: width)
        selections = SixelSelections(upTo: registerCount)
        let most = width * RegisterColumns.rows
        entries = WorkingMemory(unwritten: most)
        registers = WorkingMemory(unwritten: most)
        sorted = WorkingMemory(unwritten: most)
        ends = WorkingMemory(zeros: registerCount)
        splits = registerCount > Palette.usualLimit
        passes = SixelPasses(width: width, segmentLimit: most)
        done = WorkingMemory(zeros: width)
        text = WorkingMemory(
            unwritten: most * (Self.entryBytes + SixelSelections.longest) + Self.overhang)
    }

    func write(rows: Int, into output: inout [UInt8]) {
        sort(collect(rows: rows))
        output.append(contentsOf: UnsafeBufferPointer(start: text.base, count: spell()))
    }

    /// Collects the entries: each column's registers with the pixels that have them.
    ///
    /// Hot: runs for each column of a band.
    private func collect(rows: Int) -> Int {
        let all = UInt64(1) &<< UInt64(rows) &- 1
        let columns = UnsafeRawPointer(columns.base)
        let stride = RegisterColumns.stride &* MemoryLayout<RegisterColumns.Register>.size
        let (entries, registers) = (entries.base, registers.base)
        var count = 0
        for x in 0..<width {
            let column = columns + x &* stride
            let upper = UInt64(littleEndian: column.loadUnaligned(as: UInt64.self))
            let lower = UInt64(
                littleEndian: column.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            let offset = UInt32(truncatingIfNeeded: x) &<< 8
            var left = all
            while left != 0 {
                let register = column.loadUnaligned(
                    fromByteOffset: left.trailingZeroBitCount &* 2, as: UInt16.self)
                let pixels = Self.rows(of: register, in: upper, lower) & left
                entries[count] = offset | UInt32(truncatingIfNeeded: pixels)
                registers[count] = register
                count &+= 1
                left &= ~pixels
            }
        }
        return count
    }

    /// Returns a mask of the rows of a column that have `register`; four rows are compared at once.
    ///
    /// The upper four registers are packed into one integer, the lower two and zeros into another.
    /// A register has fewer than 16 bits, so subtracting a difference from the highest bit leaves
    /// this bit set only if the difference is 0.
    @inline(__always)
    private static func rows(
        of register: UInt16, in upper: UInt64, _ lower: UInt64
    ) -> UInt64 {
        let highest: UInt64 = 0x8000_8000_8000_8000
        let four = UInt64(register) &* 0x0001_0001_0001_0001
        let upperSame = (highest &- (upper ^ four)) & highest
        let lowerSame = (highest &- (lower ^ four)) & highest
        // The multiplication moves the lowest bits of the four parts next to each other.
        return ((upperSame &>> 15 | lowerSame &>> 11) &* 0x0001_0002_0004_0008) &>> 48
    }

    /// Sorts the entries by register, with a counting sort.
    ///
    /// Hot: runs for each band.
    private func sort(_ count: Int) {
        let (entries, registers, sorted, ends) = (
            entries.base, registers.base, sorted.base, ends.base
        )
        self.ends.clear()
        for entry in 0..<count { ends[Int(registers[entry])] &+= 1 }
        var start = 0
        for register in 0..<self.ends.count {
            let size = ends[register]
            ends[register] = start
            start &+= size
        }
        for entry in 0..<count {
            let register = Int(registers[entry])
            sorted[ends[register]] = entries[entry]
            ends[register] &+= 1
        }
    }

    /// Writes the text of all registers and returns its length.
    ///
    /// The registers with the most entries come first, each from the left edge; the other registers
    /// share passes.
    private func spell() -> Int {
        var pen = SixelPen(at: text.base)
        done.clear()
        divide()
        for register in mostUsed.registers {
            let range = entries(of: register)
            if pen.column > 0 { pen.returnToLeftEdge() }
            pen.write(selections.texts.base[register])
            spellOver(range, by: &pen)
            finish(range)
        }
        while !passes.isEmpty {
            if let segment = passes.removeNext(from: pen.column) {
                pen.write(selections.texts.base[segment.register])
                spell(segment.entries, by: &pen)
            } else {
                pen.returnToLeftEdge()
            }
        }
        return pen.target - UnsafeMutableRawPointer(text.base)
    }

    /// Divides the band's registers into those that may paint over others, and those that share
    /// passes.
    private func divide() {
        mostUsed.clear()
        passes.clear()
        for register in 0..<ends.count {
            let range = entries(of: register)
            guard !range.isEmpty, let rest = mostUsed.insert(register, count: range.count)
            else { continue }
            addSegments(of: rest)
        }
    }

    /// Adds a register's entries as segments, which are split at wide gaps if there are many
    /// registers.
    ///
    /// Hot: runs for each register of a band.
    private func addSegments(of register: Int) {
        let range = entries(of: register)
        let sorted = sorted.base
        var start = range.lowerBound
        if splits {
            for entry in range.lowerBound &+ 1..<range.upperBound
            where sorted[entry] &>> 8 &- sorted[entry &- 1] &>> 8 > Self.wideGap {
                passes.add(
                    SixelSegment(of: register, entries: start..<entry),
                    at: Int(sorted[start] &>> 8))
                start = entry
            }
        }
        passes.add(
            SixelSegment(of: register, entries: start..<range.upperBound),
            at: Int(sorted[start] &>> 8))
    }

    @inline(__always)
    private func entries(of register: Int) -> Range<Int> {
        (register > 0 ? ends.base[register &- 1] : 0)..<ends.base[register]
    }

    /// Marks the pixels of entries as finished, so that no later register may change them.
    private func finish(_ range: Range<Int>) {
        let (sorted, done) = (sorted.base, done.base)
        for entry in range {
            done[Int(sorted[entry] &>> 8)] |= UInt8(truncatingIfNeeded: sorted[entry])
        }
    }

    /// Writes a register's entries as runs, each after a gap, and paints over pixels of later
    /// registers.
    ///
    /// A run continues through further columns and includes additional pixels as long as it does
    /// not touch finished pixels. Hot: runs for the first registers of a band.
    private func spellOver(_ range: Range<Int>, by pen: inout SixelPen) {
        let (sorted, done) = (sorted.base, done.base)
        let (empty, places) = (runs.empty.base, runs.places.base)
        var (target, column) = (pen.target, pen.column)
        var entry = range.lowerBound
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
            target.storeBytes(of: gap.littleEndian, as: UInt64.self)
            target += Int(gap &>> 56)
            let run = end &- x
            let sixels = empty[run] &+ places[run] &* UInt64(pixels)
            target.storeBytes(of: sixels.littleEndian, as: UInt64.self)
            target += Int(empty[run] &>> 56)
            column = end
        }
        (pen.target, pen.column) = (target, column)
    }

    /// Writes a register's entries as runs of equal sixels, each after a gap.
    ///
    /// Hot: runs for the later registers of a band.
    private func spell(_ range: Range<Int>, by pen: inout SixelPen) {
        let (sorted, empty, places) = (sorted.base, runs.empty.base, runs.places.base)
        var (target, column) = (pen.target, pen.column)
        var entry = range.lowerBound
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
            target.storeBytes(of: gap.littleEndian, as: UInt64.self)
            target += Int(gap &>> 56)
            let sixels = empty[run] &+ places[run] &* UInt64(first & 0xFF)
            target.storeBytes(of: sixels.littleEndian, as: UInt64.self)
            target += Int(empty[run] &>> 56)
            column = x &+ run
            entry &+= run
        }
        (pen.target, pen.column) = (target, column)
    }
}
