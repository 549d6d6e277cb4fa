internal import PhotoCatalog

/// A step from a day to one `days` later, or earlier if negative.
struct DayStep: Hashable, Sendable {
    /// The next step after a list.
    enum Outcome: Hashable {
        /// Its first photo is the one.
        case here
        /// Another list, up to a day; the newest of all if `nil`.
        case list(upTo: ServiceDay?)
        /// There is no later day with photos.
        case none
    }

    let day: ServiceDay
    let days: Int
    private var search: Search?

    init(day: ServiceDay, days: Int) {
        self.day = day
        self.days = days
    }

    /// The first later day with photos is looked for; days are counted from the one that was left.
    ///
    /// Lists say only which day is the newest up to another: the search asks for twice the distance, and
    /// halves what is left, so that a year without photos costs ten lists.
    private struct Search: Hashable {
        /// Up to here there are none.
        var missed: Int
        /// There are some here; `nil` until the newest list of all arrives.
        var found: Int?
        /// The day up to which the awaited list goes.
        var asked: Int
    }

    /// Its target; `nil` before the first day.
    var target: ServiceDay? { day.advanced(byDays: days) }

    /// Receives a list of photos up to the requested day; `newest` is the day of its first photo.
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
