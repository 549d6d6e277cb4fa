/// Numbers of a measurement, such as heights or brightnesses, whose range only the picture tells.
enum MeasuredNumbers: Sendable, Equatable {
    case signed8, signed16, signed32, unsigned32, float, double

    var byteCount: Int {
        switch self {
        case .signed8: 1
        case .signed16: 2
        case .signed32, .unsigned32, .float: 4
        case .double: 8
        }
    }

    /// The number with an index in memory, in this machine's byte order.
    @inline(__always)
    func load(_ index: Int, from row: UnsafeRawPointer) -> Float {
        let offset = index &* byteCount
        return switch self {
        case .signed8: Float(row.loadUnaligned(fromByteOffset: offset, as: Int8.self))
        case .signed16: Float(row.loadUnaligned(fromByteOffset: offset, as: Int16.self))
        case .signed32: Float(row.loadUnaligned(fromByteOffset: offset, as: Int32.self))
        case .unsigned32: Float(row.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        case .float: row.loadUnaligned(fromByteOffset: offset, as: Float.self)
        case .double: Float(row.loadUnaligned(fromByteOffset: offset, as: Double.self))
        }
    }
}

/// The range of a picture's numbers that is shown from black to white.
struct StretchLimits: Sendable, Equatable {
    let black: Float
    let white: Float

    /// From 0 to 1; for pictures none of whose numbers are known.
    static let unit = StretchLimits(black: 0, white: 1)

    init(black: Float, white: Float) {
        self.black = black
        self.white = white
    }

    /// Half a per cent of the numbers lies below, and as many above: a few wrong pixels, or the value that
    /// stands for "no data", would make all others gray.
    ///
    /// - Parameter numbers: some of the picture's; those that are not finite do not count.
    init(of numbers: [Float]) {
        let sorted = numbers.filter(\.isFinite).sorted()
        guard let first = sorted.first, let last = sorted.last else {
            self = .unit
            return
        }
        let black = sorted[(sorted.count - 1) * 5 / 1000]
        let white = sorted[sorted.count - 1 - (sorted.count - 1) * 5 / 1000]
        self.init(black: black < white ? black : first, white: black < white ? white : last)
    }

    /// The number's place, from 0 to 65535; numbers that are not finite are black.
    @inline(__always)
    func code(_ number: Float) -> UInt16 {
        let share = (number - black) / max(white - black, .leastNormalMagnitude)
        return share > 0 ? UInt16(min(share, 1) * 65535 + 0.5) : 0
    }
}
