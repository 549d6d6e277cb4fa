internal import PhotoCatalog

/// A step from `day` to the day `days` days later, or earlier if `days` is negative.
struct DayStep: Hashable, Sendable {
    /// The action to take after a list has arrived.
    enum Outcome: Hashable {
        /// The first photo of the list is the photo to show.
        case here
        /// A list up to this day must be requested; `nil` stands for the list of the newest photos.
        case list(upTo: ServiceDay?)
        /// No day in the direction of the step has photos.
        case none
    }

    let day: ServiceDay
    let days: Int
    private var search: Search?

    init(day: ServiceDay, days: Int) {
        self.day = day
        self.days = days
    }

    /// The search for the first later day with photos; days are counted from the starting day.
    ///
    /// The first photo of a list up to a day belongs to the newest day that has photos. The search
    /// doubles the distance, and then halves the remaining range, so a gap of a year takes about
    /// twenty lists.
    private struct Search: Hashable {
        /// The number of days after the starting day that are known to have no photos.
        var missed: Int
        /// A later day known to have photos; `nil` until the list of the newest photos arrives.
        var found: Int?
        /// The last day that may be in the requested list.
        var asked: Int
    }

    /// The target day; `nil` if it would be before the service's first day.
    var target: ServiceDay? { day.advanced(byDays: days) }

    /// Receives the requested list; `newest` is the day of the list's first photo, or `nil` if
    /// there is none.
    mutating func receive(newest: ServiceDay?) -> Outcome {
        guard days > 0 else { return newest == nil ? .none : .here }
        let later = newest?.days(since: day) ?? 0
        guard var search else {
            guard later <= 0 else { return .here }
            search = Search(missed: days, asked: .max)
            return .list(upTo: nil)
        }
        let isFound = later > search.missed
        if isFound { search.found = min(later, search.asked) } else { search.missed = search.asked }
        guard let found = search.found, found > search.missed else { return .none }
        guard found > search.missed + 1 || !isFound else { return .here }
        search.asked = min(2 * search.missed, (search.missed + found + 1) / 2)
        self.search = search
        return day.advanced(byDays: search.asked).map { .list(upTo: $0) } ?? .none
    }
}
