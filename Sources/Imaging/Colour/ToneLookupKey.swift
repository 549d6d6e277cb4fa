/// What a channel's linear light adds to a lookup's key, by the upper bits of the light's Float.
///
/// A Float's exponent and first digits are a scale nearly as even to the eye as the codes of sRGB,
/// and cost one shift.
final class ToneLookupKey {
    let red: WorkingMemory<UInt32>
    let green: WorkingMemory<UInt32>
    let blue: WorkingMemory<UInt32>

    /// Added to a light, so that the scale ends at black: less than the light of code 1.
    static let offset: Float = 1.0 / 4096
    /// Bits of the Float below the scale: eight digits remain.
    static let shift: UInt32 = 15
    /// The scale's first step: a quarter of the offset, as an error may take more than there is.
    static let first = (offset / 4).bitPattern >> shift
    /// Up to a light of 2, where an error lifts white.
    private static let count = Int((2 + offset).bitPattern >> shift - first) + 1

    init(_ levels: ColourLevels) {
        let codes = (0..<Self.count).map { Self.code(of: UInt32($0)) }
        red = WorkingMemory(codes.map { levels.red.keys[$0] })
        green = WorkingMemory(codes.map { levels.green.keys[$0] })
        blue = WorkingMemory(codes.map { levels.blue.keys[$0] })
    }

    /// The code of the middle of a step.
    private static func code(of step: UInt32) -> Int {
        let bits = (step + first) << shift | 1 << (shift - 1)
        let light = Float(bitPattern: bits) - offset
        let index = (min(max(light, 0), 1) * Float(LinearLight.steps)).rounded()
        return Int(LinearLight.codeOfStep[Int(index)])
    }
}
