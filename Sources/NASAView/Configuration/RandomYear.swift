internal import Bounds
internal import PhotoCatalog

// The options that show another photo each time. NASA's search has no random order: the year is chosen, and
// then one of the photos that it lists first.
extension Options {
    /// Chooses the year of `--random` and `--on-this-day`, if nothing narrows it.
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

/// A year that is chosen at random.
enum RandomYear {
    /// NASA was founded in 1958; the library has photos of each year since.
    private static let firstOfLibrary = 1958
    /// The first picture of the day is of 16 June 1995, so of 1996 on each day has one.
    private static let firstOfDays = 1996

    static func ofLibrary(
        before today: CalendarDate, using numbers: inout some RandomNumberGenerator
    ) -> Int {
        Int.random(in: firstOfLibrary...max(firstOfLibrary, today.year), using: &numbers)
    }

    /// Returns today's date in a random past year that has this day; `nil` if the clock is wrong.
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
