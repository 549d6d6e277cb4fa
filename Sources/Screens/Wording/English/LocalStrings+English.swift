extension LocalStrings {
    static let english = LocalStrings(
        groupSeparator: ",",
        decimalSeparator: ".",
        percentSpace: "",
        months: [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ],
        or: "or",
        day: { day, month, year in "\(day) \(month) \(year)" })
}
