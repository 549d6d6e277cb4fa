extension LocalStrings {
    // DIN 5008 sets a space before the percent sign; the month is written out, as in the press.
    static let german = LocalStrings(
        groupSeparator: ".",
        decimalSeparator: ",",
        percentSpace: " ",
        months: [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
            "Oktober", "November", "Dezember",
        ],
        or: "oder",
        day: { day, month, year in "\(day). \(month) \(year)" })
}
