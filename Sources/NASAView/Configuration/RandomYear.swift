internal import Bounds
internal import PhotoCatalog

// Options that show different photos each time. NASA's search has no random order, so a random year
// is chosen, and then one of the first photos in the year's list.
extension Options {
    /// Chooses the year of `--random`, unless a year or the built-in collection is requested, and
    /// the day of `--on-this-day`, unless a day is requested.
    mutating func chooseYears(before today: CalendarDate) {
        var numbers = SystemRandomNumberGenerator()
        if list.onThisDay, list.apod == nil {
            list.apod = RandomYear.pictureOfTheDay(before: today, using: &numbers)
        }
        guard list.random, !library.demo, filters.yearStart == nil, filters.yearEnd == nil
        else { return }
        let year = Bounded<Year>(
            clamping: RandomYear.ofLibrary(before: today, using: &numbers))
        (filters.yearStart, filters.yearEnd) = (year, year)
    }
}

enum RandomYear {
    /// The earliest year of `--random`: NASA was founded in 1958, and the library has photos of
    /// each year since.
    private static let firstOfLibrary = 1958
    /// The first year with a picture for each day; the first Astronomy Picture of the Day is of 16
    /// June 1995.
    private static let firstOfDays = 1996

    static func ofLibrary(
        before today: CalendarDate, using numbers: inout some RandomNumberGenerator
    ) -> Int {
        Int.random(in: firstOfLibrary...max(firstOfLibrary, today.year), using: &numbers)
    }

    /// Returns today's date in a random past year that has this date; `nil` if the clock is before
    /// 1997.
    static func pictureOfTheDay(
        before today: CalendarDate, using numbers: inout some RandomNumberGenerator
    ) -> DayText? {
        guard today.year > firstOfDays else { return nil }
        let end = today.description.drop { $0 != "-" }
        let days = (firstOfDays..<today.year).map { "\($0)\(end)" }
        return days.filter { ServiceDay($0, of: .apod) != nil }.randomElement(using: &numbers)
            .map { DayText($0) }
    }
}
