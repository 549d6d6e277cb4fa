package import PhotoCatalog
package import TerminalProtocols

/// What stands on the keys.
package struct KeyStrings: Sendable {
    package let control, alt, shift: String
    /// `nil` for a key that is named by its character.
    package let name: @Sendable (KeyPress.Key) -> String?
    /// The heading of a group of keys in the help.
    package let section: @Sendable (HelpSection) -> SafeText

    /// What stands on a key, with those that are held down.
    package func name(of key: KeyPress) -> String {
        var name = ""
        if key.modifiers.contains(.control) { name += control }
        if key.modifiers.contains(.alt) { name += alt }
        if key.modifiers.contains(.shift) { name += shift }
        return name + self.name(of: key.key)
    }

    private func name(of key: KeyPress.Key) -> String {
        if let name = name(key) { return name }
        guard case .character(let character) = key else { return "" }
        return String(character)
    }
}

/// How numbers and days are written.
package struct LocalStrings: Sendable {
    /// Between groups of three digits.
    package let groupSeparator: String
    package let decimalSeparator: String
    /// Between a number and its percent sign.
    package let percentSpace: String
    /// Short, January first.
    package let months: [String]
    /// Before the last of several alternatives.
    package let or: String
    /// A day: its number, the month's name, the year.
    let dayMonthYear: @Sendable (Int, String, Int) -> String

    /// Digits in groups of three.
    package func number(_ value: Int) -> String {
        let digits = Array(String(value.magnitude))
        var groups = value < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { groups += groupSeparator }
            groups.append(digit)
        }
        return groups
    }

    /// A number with one decimal, from its tenths.
    package func decimal(tenths: Int) -> String {
        "\(tenths / 10)\(decimalSeparator)\(tenths % 10)"
    }

    /// Small ones keep a digit: the fit view of a gigapixel photo is not "4 %" and "4 %".
    package func percent(_ share: Double) -> String {
        let percent = share * 100
        let number =
            percent >= 9.95
            ? "\(Int(percent.rounded()))" : decimal(tenths: Int((percent * 10).rounded()))
        return number + percentSpace + "%"
    }

    /// A number of bytes.
    package func size(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) B" }
        if bytes < 1_000_000 { return "\(bytes / 1000) kB" }
        if bytes < 1_000_000_000 { return decimal(tenths: bytes / 100_000) + " MB" }
        return decimal(tenths: bytes / 100_000_000) + " GB"
    }

    /// `auto, light or dark`.
    package func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(or) " + last
    }

    package func day(_ date: CalendarDate) -> String {
        guard let month = date.month else { return String(date.year) }
        let name = months[month - 1]
        guard let day = date.day else { return "\(name) \(date.year)" }
        return dayMonthYear(day, name, date.year)
    }
}
