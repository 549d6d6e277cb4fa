/// A coarse grid over the colours that is finest where colours are many: the key of a table.
///
/// Evenly spaced levels serve a photo of a dark sky badly: all of it falls into a few of them.
/// Keys are laid out in blocks of four levels a side, so that near colours lie near in a table.
struct ColourLevels {
    /// Levels on each axis; a power of two.
    let count: Int
    let red: LevelAxis
    let green: LevelAxis
    let blue: LevelAxis

    /// Keys in a block, and the bits of a key below its block's number.
    static let blockKeys = 64
    static let blockBits = 6

    var keyCount: Int { count * count * count }

    /// Levels for colours whose codes are as often as these counts say.
    init(bits: Int, red: [Int], green: [Int], blue: [Int]) {
        count = 1 << bits
        self.red = LevelAxis(counts: red, bits: bits, place: 2)
        self.green = LevelAxis(counts: green, bits: bits, place: 1)
        self.blue = LevelAxis(counts: blue, bits: bits, place: 0)
    }

    /// Opens what the codes of each axis add to a key.
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
