internal import PhotoCatalog

/// Numbers and days as people write them.
enum LocalWording {
    /// Digits in groups of three.
    static func number(_ value: Int) -> String {
        let digits = Array(String(value.magnitude))
        var groups = value < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { groups += "," }
            groups.append(digit)
        }
        return groups
    }

    static func day(_ date: CalendarDate) -> String {
        guard let month = date.month else { return String(date.year) }
        let name = months[month - 1]
        guard let day = date.day else { return "\(name) \(date.year)" }
        return "\(day) \(name) \(date.year)"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
