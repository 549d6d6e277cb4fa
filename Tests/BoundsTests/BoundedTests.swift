import Bounds
import Foundation
import TestSupport
import Testing

/// The checks of numbers from outside.
@Suite struct BoundedTests {
    private enum Percent: NumberLimit { static let range = 0...100 }

    @Test(
        arguments: [
            ("0", 0), ("100", 100), ("101", nil), ("-1", nil), ("", nil), ("1.5", nil), ("x", nil),
            ("9223372036854775808", nil),
        ] as [(String, Int?)])
    func aTextIsANumberWithinItsLimit(text: String, value: Int?) {
        #expect(Bounded<Percent>(text)?.value == value)
    }

    @Test(
        arguments: [
            ("50", 50), ("101", 100), ("-1", 0), ("18446744073709551616", 100),
            ("-18446744073709551616", 0), ("", nil), ("-", nil), ("1e3", nil),
        ] as [(String, Int?)])
    func aTotalBeyondTheLimitIsTheLimit(text: String, value: Int?) {
        #expect(Percent.range.clamped(in: text) == value)
    }

    @Test(
        arguments: [
            ("7", 7), ("101", nil), ("-1", nil), ("1e308", nil), ("9223372036854775808", nil),
            ("null", nil), ("\"7\"", nil),
        ] as [(String, Int?)])
    func decodingThrowsBeyondTheLimit(json: String, value: Int?) {
        let decoded = try? JSONDecoder().decode(Bounded<Percent>.self, from: Data(json.utf8))
        #expect(decoded?.value == value)
    }

    @Test(
        arguments: [
            (1.4, 1), (1.5, 2), (100.4, 100), (100.5, nil), (-0.6, nil), (.nan, nil),
            (.infinity, nil),
            (1e308, nil),
        ] as [(Double, Int?)])
    func aFractionIsRoundedWithinTheRange(number: Double, value: Int?) {
        #expect(Percent.range.nearest(number) == value)
    }

    @Test func noEdgeTraps() {
        for text in EdgeNumbers.texts {
            #expect((Percent.range.clamped(in: text)).map(Percent.range.contains) ?? true)
            #expect((0.0...1).number(in: text).map { (0.0...1).contains($0) } ?? true)
        }
        for number in EdgeNumbers.integers {
            #expect(Percent.range.contains(Bounded<Percent>(clamping: number).value))
            #expect(Bounded<Percent>(number).map { $0.value == number } ?? true)
        }
        #expect(ClaimedNumber(.min).within(0...1) == nil)
    }

    /// The sums and products that the program computes of these numbers.
    @Test func theFarthestNumberLeavesRoom() {
        let most = OutsideNumbers.all.upperBound
        #expect(!most.multipliedReportingOverflow(by: 512).overflow)
        #expect(!most.multipliedReportingOverflow(by: 1000).overflow)
    }
}
