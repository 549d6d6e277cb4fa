import Imaging
import Testing

struct BayerPatternTests {
    /// The thresholds as printed in books.
    @Test func theThresholdsAreBayers() {
        #expect(
            BayerPattern.thresholds == [
                0, 32, 8, 40, 2, 34, 10, 42, 48, 16, 56, 24, 50, 18, 58, 26,
                12, 44, 4, 36, 14, 46, 6, 38, 60, 28, 52, 20, 62, 30, 54, 22,
                3, 35, 11, 43, 1, 33, 9, 41, 51, 19, 59, 27, 49, 17, 57, 25,
                15, 47, 7, 39, 13, 45, 5, 37, 63, 31, 55, 23, 61, 29, 53, 21,
            ])
    }

    @Test func theyRepeatEveryEightRows() {
        #expect(BayerPattern.addends(ofRow: 11) == BayerPattern.addends(ofRow: 3))
    }

    private static func code(_ number: Int, _ addend: UInt32) -> Int {
        (number * 255 + Int(addend)) / 65535
    }

    @Test func aCodeOf8BitsStaysOne() {
        for y in 0..<8 {
            for x in 0..<8 {
                let addend = BayerPattern.addends(ofRow: y)[x]
                let codes = (0...255).map { Self.code($0 * 257, addend) }
                #expect(codes == Array(0...255), "\(x), \(y)")
            }
        }
    }

    /// The nearer a number is to the lighter code, the more of 64 pixels have it.
    @Test(arguments: [(100 * 257 + 64, 16), (100 * 257 + 128, 32), (100 * 257 + 193, 48)])
    func aNumberBetweenTwoCodesIsBoth(number: Int, lighter: Int) {
        let codes = (0..<64).map { place in
            Self.code(number, BayerPattern.addends(ofRow: 8 + place / 8)[place % 8])
        }
        #expect(codes.filter { $0 == 101 }.count == lighter)
        #expect(codes.filter { $0 == 100 }.count == 64 - lighter)
    }
}
