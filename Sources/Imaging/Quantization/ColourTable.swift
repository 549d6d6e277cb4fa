internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The nearest register for each colour, in a table that threads share and fill on demand.
///
/// Sharing saves work because different strips of a photo have nearly the same colours.
/// `@unchecked Sendable`: entries are atomic, and every thread would write the same value.
package final class ColourTable: @unchecked Sendable {
    typealias Entry = Atomic<UInt16>

    package let palette: Palette
    let levels: ColourLevels
    /// The nearest register plus 1 for each key of `levels`; 0 if the register is not yet known.
    let entries: UnsafeMutablePointer<Entry>
    private let memory: WorkingMemory<UInt16>

    // The bits per axis. Results for five photos at rest: a colour error dE of .460 with 5 bits,
    // .416 with 6, .410 with 7; a PSNR of 37.7, 38.2, 38.3.
    private static let bits = 6
    /// The bits per axis if each colour has its own register, so that no two colours share a key.
    private static let exactBits = 7

    package init(_ palette: Palette) {
        self.palette = palette
        levels = Self.levels(of: palette)
        memory = WorkingMemory(zeros: levels.keyCount)
        entries = UnsafeMutableRawPointer(memory.base)
            .bindMemory(to: Entry.self, capacity: memory.count)
    }

    /// Returns levels that are densest near the palette's colours.
    private static func levels(of palette: Palette) -> ColourLevels {
        var red = [Int](repeating: 0, count: 256)
        var green = red
        var blue = red
        for colour in palette.colours {
            red[Int(colour.red)] += 1
            green[Int(colour.green)] += 1
            blue[Int(colour.blue)] += 1
        }
        return ColourLevels(
            bits: palette.isExact ? exactBits : bits, red: spread(red), green: spread(green),
            blue: spread(blue))
    }

    /// The reciprocal of the minimum share of code 0 in the counts, which gives black a separate
    /// level.
    ///
    /// When black shared a level with codes 1 to 3, black was shown as code 3, and a photo of the
    /// Milky Way had a colour error of dE .76 instead of .20.
    private static let blackShare = 8

    /// Returns the counts smoothed over neighbouring codes, with a minimum share of code 0.
    private static func spread(_ counts: [Int]) -> [Int] {
        let reach = 6
        var spread = counts.indices.map { code in
            let near = max(0, code - reach)...min(counts.count - 1, code + reach)
            return near.reduce(0) { $0 + counts[$1] * (reach + 1 - abs($1 - code)) }
        }
        spread[0] = max(spread[0], spread.reduce(0, +) / blackShare)
        return spread
    }
}

/// An adaptive grid over RGB, finest where colours are most frequent; each cell is a table key.
///
/// With evenly spaced levels, a dark sky would fall into only a few levels. Keys are ordered in
/// blocks of four levels per side, so that similar colours are close in memory.
struct ColourLevels {
    /// The number of levels on each axis, a power of two.
    let count: Int
    let red: LevelAxis
    let green: LevelAxis
    let blue: LevelAxis

    static let blockKeys = 64
    static let blockBits = 6

    var keyCount: Int { count * count * count }

    /// Creates levels from the frequencies of each code in each channel.
    init(bits: Int, red: [Int], green: [Int], blue: [Int]) {
        count = 1 << bits
        self.red = LevelAxis(counts: red, bits: bits, digit: 2)
        self.green = LevelAxis(counts: green, bits: bits, digit: 1)
        self.blue = LevelAxis(counts: blue, bits: bits, digit: 0)
    }

    /// Calls `body` with the tables of red, green and blue, which convert a code to its part of a
    /// key.
    @inline(__always)
    func withKeys(
        _ body: (UnsafePointer<UInt32>, UnsafePointer<UInt32>, UnsafePointer<UInt32>) -> Void
    ) {
        red.keys.withUnsafeBufferPointer { red in
            green.keys.withUnsafeBufferPointer { green in
                blue.keys.withUnsafeBufferPointer { blue in
                    guard let red = red.baseAddress, let green = green.baseAddress,
                        let blue = blue.baseAddress
                    else { return }
                    body(red, green, blue)
                }
            }
        }
    }
}

/// The levels on one axis of a `ColourLevels` grid.
struct LevelAxis {
    /// The contribution of each of the 256 codes to a key.
    let keys: [UInt32]
    /// The mean linear light of each level; a level without codes repeats the light of the previous
    /// level.
    let lights: [Float]

    /// The share of levels that are evenly spaced, because a dither also looks up colours that are
    /// absent from the photo.
    private static let evenShare = 0.3

    /// Creates the levels of an axis; `digit` is 2 for red, 1 for green, and 0 for blue.
    init(counts: [Int], bits: Int, digit: Int) {
        let levels = Self.levels(counts, count: 1 << bits)
        let blockShift = ColourLevels.blockBits + (bits - 2) * digit
        keys = levels.map { UInt32(($0 >> 2) << blockShift | ($0 & 3) << (2 * digit)) }
        lights = Self.lights(levels, count: 1 << bits)
    }

    private static func levels(_ counts: [Int], count: Int) -> [Int] {
        var position = 0.0
        return widths(counts, count: count).map { width in
            defer { position += width }
            return min(Int(position + width / 2), count - 1)
        }
    }

    /// Returns the width of each code in levels; a width is at most 1, and the total at most
    /// `count`.
    private static func widths(_ counts: [Int], count: Int) -> [Double] {
        let total = Double(max(1, counts.reduce(0, +)))
        let wishes = counts.map { wish in
            (1 - evenShare) * Double(wish) / total + evenShare / Double(counts.count)
        }
        var scale = Double(count)
        // The excess of a code's width over 1 is distributed to the other codes, which converges in
        // a few rounds.
        for _ in 0..<6 {
            let sum = wishes.reduce(0) { $0 + min(1, $1 * scale) }
            scale *= Double(count) / max(sum, 1)
        }
        return wishes.map { min(1, $0 * scale) }
    }

    private static func lights(_ levels: [Int], count: Int) -> [Float] {
        var sums = [SIMD2<Float>](repeating: .zero, count: count)
        for (code, level) in levels.enumerated() {
            sums[level] += SIMD2(LinearLight.ofCode[code], 1)
        }
        var last: Float = 0
        return sums.map { sum in
            if sum.y > 0 { last = sum.x / sum.y }
            return last
        }
    }
}

/// A fixed-size buffer that hot loops access by pointer.
///
/// Six nested `withUnsafeBufferPointer` closures were equally fast but unreadable.
package final class WorkingMemory<Element: BitwiseCopyable> {
    package let base: UnsafeMutablePointer<Element>
    package let count: Int
    /// True if `calloc` allocated the memory.
    private let isSystems: Bool

    package init(repeating element: Element, count: Int) {
        base = .allocate(capacity: count)
        base.initialize(repeating: element, count: count)
        (self.count, isSystems) = (count, false)
    }

    /// Creates a buffer of zero bytes.
    ///
    /// `calloc` is faster than one call per element from another module (2 % of the time to print a
    /// picture). The system clears a page of a large buffer at the first access: a picture of few
    /// colours uses few pages of a 4 MB table.
    package init(zeros count: Int) {
        let stride = MemoryLayout<Element>.stride
        // malloc(3) aligns memory to 16 bytes on Linux and macOS.
        let isAligned = MemoryLayout<Element>.alignment <= 16
        let zeros = isAligned ? calloc(count, stride) : nil
        isSystems = zeros != nil
        base = zeros?.bindMemory(to: Element.self, capacity: count) ?? .allocate(capacity: count)
        self.count = count
        if !isSystems { clear() }
    }

    /// Creates a buffer without initial values; each element must be written before it is read.
    ///
    /// Memory pages that are never accessed cost nothing.
    package init(unwritten count: Int) {
        base = .allocate(capacity: count)
        (self.count, isSystems) = (count, false)
    }

    package convenience init(_ elements: [Element]) {
        precondition(!elements.isEmpty, "a buffer has elements")
        self.init(unwritten: elements.count)
        elements.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: base, count: $0.count).copyMemory(from: $0)
        }
    }

    deinit { isSystems ? free(base) : base.deallocate() }

    package func clear() {
        UnsafeMutableRawBufferPointer(start: base, count: count * MemoryLayout<Element>.stride)
            .initializeMemory(as: UInt8.self, repeating: 0)
    }
}
