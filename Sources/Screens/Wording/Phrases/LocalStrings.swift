internal import PhotoCatalog

/// How numbers and days are written.
struct LocalStrings: Sendable {
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

extension LocalStrings {
    /// Digits in groups of three.
    func number(_ value: Int) -> String {
        let digits = Array(String(value.magnitude))
        var groups = value < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { groups += groupSeparator }
            groups.append(digit)
        }
        return groups
    }

    /// A number with one decimal, from its tenths.
    func decimal(tenths: Int) -> String {
        "\(tenths / 10)\(decimalSeparator)\(tenths % 10)"
    }

    /// Small ones keep a digit: the fit view of a gigapixel photo is not "4 %" and "4 %".
    func percent(_ share: Double) -> String {
        let percent = share * 100
        let number =
            percent >= 9.95
            ? "\(Int(percent.rounded()))" : decimal(tenths: Int((percent * 10).rounded()))
        return number + percentSpace + "%"
    }

    /// A number of bytes.
    func size(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) B" }
        if bytes < 1_000_000 { return "\(bytes / 1000) kB" }
        if bytes < 1_000_000_000 { return decimal(tenths: bytes / 100_000) + " MB" }
        return decimal(tenths: bytes / 100_000_000) + " GB"
    }

    /// `auto, light or dark`.
    func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(or) " + last
    }

    func day(_ date: CalendarDate) -> String {
        guard let month = date.month else { return String(date.year) }
        let name = months[month - 1]
        guard let day = date.day else { return "\(name) \(date.year)" }
        return self.day(day, name, date.year)
    }
}
