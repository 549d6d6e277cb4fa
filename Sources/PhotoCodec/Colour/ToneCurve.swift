/// What each number of 16 bits is made before it becomes a code of 8.
///
/// Codes are to be spaced evenly for the eye: of numbers that are light itself, the eye's darkest 12
/// steps in 255 would share one code.
struct ToneCurve: Sendable {
    /// 65536 of them, rising.
    let numbers: [UInt16]

    init(_ numbers: [UInt16]) {
        precondition(numbers.count == 1 << 16, "one for each number")
        self.numbers = numbers
    }
}
