/// A coarse grid over the colours that is finest where colours are many: the key of a table.
///
/// Evenly spaced levels serve a photo of a dark sky badly: all of it falls into a few of them.
struct ColourLevels {
    /// Levels on each axis; a power of two.
    let count: Int
    let red: LevelAxis
    let green: LevelAxis
    let blue: LevelAxis

    var keyCount: Int { count * count * count }

    /// Levels for colours whose codes are as often as these counts say.
    init(bits: Int, red: [Int], green: [Int], blue: [Int]) {
        count = 1 << bits
        self.red = LevelAxis(counts: red, bits: bits, shift: 2 * bits)
        self.green = LevelAxis(counts: green, bits: bits, shift: bits)
        self.blue = LevelAxis(counts: blue, bits: bits, shift: 0)
    }
}
