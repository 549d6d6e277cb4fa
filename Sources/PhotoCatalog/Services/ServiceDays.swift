extension ServiceDay {
    /// Returns the day `days` later, or earlier if `days` is negative; `nil` outside the calendar.
    package func advanced(byDays days: Int) -> ServiceDay? {
        switch self {
        case .date(let date): date.advanced(byDays: days).map(Self.date)
        case .sol(let sol): ServiceDay(sol: sol &+ days)
        }
    }

    /// Returns the number of days since another day; `nil` if the days are in different calendars.
    package func days(since other: ServiceDay) -> Int? {
        switch (self, other) {
        case (.date(let date), .date(let other)):
            guard let day = date.dayNumber, let other = other.dayNumber else { return nil }
            return day - other
        case (.sol(let sol), .sol(let other)): return sol - other
        case (.date, .sol), (.sol, .date): return nil
        }
    }
}

extension PhotoID {
    /// The day in the ID of an Astronomy Picture of the Day; `nil` for photos of other services.
    package var day: ServiceDay? { service == .apod ? ServiceDay(name, of: .apod) : nil }

    /// Returns the picture of the day `days` later, or earlier if `days` is negative.
    ///
    /// The result is `nil` for a photo of another service and before the first picture.
    package func advanced(byDays days: Int) -> PhotoID? {
        guard let day = day?.advanced(byDays: days), case .date(let date) = day,
            date >= Service.firstPictureOfTheDay
        else { return nil }
        return PhotoID(service, day.description)
    }
}

extension Query {
    /// Returns the same query with a day `days` later, or earlier if `days` is negative.
    ///
    /// The result is `nil` if the query has no day, or if the new day is outside the calendar.
    package func advanced(byDays days: Int) -> Query? {
        guard let day = upTo?.advanced(byDays: days) else { return nil }
        var query = self
        query.upTo = day
        return query
    }
}

extension CalendarDate {
    /// Returns the day `days` later, or earlier if `days` is negative.
    ///
    /// The result is `nil` if the day is unknown or the new day is outside the years 1 to 9999.
    package func advanced(byDays days: Int) -> CalendarDate? {
        guard let dayNumber, (-Self.farDays...Self.farDays).contains(days) else { return nil }
        return CalendarDate(dayNumber: dayNumber + days)
    }

    /// The number of days since 1 March of year 0; `nil` if the day is unknown.
    package var dayNumber: Int? {
        guard let month, let day else { return nil }
        let (from, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        // The five months from March or from August have 153 days.
        return Self.days(before: from) + (153 * months + 2) / 5 + day - 1
    }

    /// True if the calendar contains the day; false for 31 February, for example.
    var isDay: Bool { dayNumber.flatMap { CalendarDate(dayNumber: $0) } == self }

    /// Creates the UTC day of a time, clamped to the years 1970 to 9999.
    package init(unixSeconds: Int) {
        let day = Self.unixDay + max(0, unixSeconds) / 86_400
        self = CalendarDate(dayNumber: day) ?? CalendarDate(year: 9999, month: 12, day: 31)
    }

    /// The day number of 1 January 1970.
    private static let unixDay = 719_468

    package init?(dayNumber: Int) {
        guard (0...Self.farDays).contains(dayNumber) else { return nil }
        var year = dayNumber / 366
        while Self.days(before: year + 1) <= dayNumber { year += 1 }
        let rest = dayNumber - Self.days(before: year)
        let month = (5 * rest + 2) / 153
        let day = rest - (153 * month + 2) / 5 + 1
        let date = month < 10 ? (year, month + 3) : (year + 1, month - 9)
        guard (1...9999).contains(date.0) else { return nil }
        self.init(year: date.0, month: date.1, day: day)
    }

    /// Returns the number of days from 1 March of year 0 to 1 March of `year`.
    private static func days(before year: Int) -> Int {
        365 * year + year / 4 - year / 100 + year / 400
    }

    /// The number of days in ten thousand years, a limit that prevents overflow in calculations.
    private static let farDays = 3_652_500
}
