/// A day, a month or a year, as exactly as the library knows it; no clock, no time zone.
package struct CalendarDate: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let year: Int
    package let month: Int?
    package let day: Int?

    /// Reads the start of an ISO date; also `2019`, `2019-06`, and ExifTool's `2020:11:12`.
    package init?(_ text: String) {
        let date = text.prefix { "0123456789-:".contains($0) }
        let numbers = date.split(maxSplits: 3) { "-:".contains($0) }
        guard let first = numbers.first, first.count == 4, let year = Int(first) else {
            return nil
        }
        self.year = year
        month = Self.number(numbers, at: 1, in: 1...12)
        day = month == nil ? nil : Self.number(numbers, at: 2, in: 1...31)
    }

    /// As ISO 8601 writes it: `1969-07-20`, `1969-07` or `1969`.
    package var description: String {
        let parts = [month, day].compactMap(\.self).map { $0 < 10 ? "-0\($0)" : "-\($0)" }
        return String(repeating: "0", count: max(0, 4 - String(year).count)) + "\(year)"
            + parts.joined()
    }

    package static func < (one: CalendarDate, other: CalendarDate) -> Bool {
        (one.year, one.month ?? 0, one.day ?? 0) < (other.year, other.month ?? 0, other.day ?? 0)
    }

    private static func number(
        _ numbers: [Substring], at index: Int, in range: ClosedRange<Int>
    ) -> Int? {
        guard index < numbers.count, numbers[index].count == 2 else { return nil }
        return Int(numbers[index]).flatMap { range.contains($0) ? $0 : nil }
    }
}
