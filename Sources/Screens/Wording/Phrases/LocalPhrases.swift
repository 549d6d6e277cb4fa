/// How numbers and days are written.
struct LocalPhrases: Sendable {
    /// Between groups of three digits.
    let groupSeparator: String
    let decimalSeparator: String
    /// Between a number and its percent sign.
    let percentSpace: String
    /// Short, January first.
    let months: [String]
    /// Before the last of several alternatives.
    let or: String
    /// A day: its number, the month's name, the year.
    let day: @Sendable (Int, String, Int) -> String
}
