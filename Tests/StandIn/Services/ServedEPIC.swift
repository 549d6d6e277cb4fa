internal import PhotoCatalog

/// `epic.gsfc.nasa.gov/api/natural`: pictures of most days up to 31 August 2026.
struct ServedEPIC: Sendable {
    let store: ServedPhotos

    private static let first = CalendarDate("2015-06-13")?.dayNumber ?? 0
    private static let last = CalendarDate("2026-08-31")?.dayNumber ?? 0
    private static let picturesOfADay = 12

    func answer(_ target: RequestTarget) -> Answer {
        let path = target.path.dropFirst(2)
        switch (path.first, path.count) {
        case (nil, 0): return .json(day(Self.days.last ?? Self.last))
        case ("all", 1):
            let days = Self.days.reversed().compactMap { CalendarDate(dayNumber: $0) }
            return .json(.list(days.map { ["date": .text($0.description)] }))
        case ("date", 2):
            let number = path.last.flatMap { CalendarDate($0)?.dayNumber }
            return .json(number.map { Self.hasPictures($0) ? day($0) : [] } ?? [])
        default: return .unknownPath
        }
    }

    private static var days: [Int] { (first...last).filter(hasPictures) }

    private static func hasPictures(_ day: Int) -> Bool {
        (first...last).contains(day) && day % 4 != 2
    }

    private func day(_ number: Int) -> JSONValue {
        guard let date = CalendarDate(dayNumber: number) else { return [] }
        let digits = date.description.filter { $0 != "-" }
        return .list(
            (0..<Self.picturesOfADay).map { index in
                let hour = (index * 2 < 10 ? "0" : "") + String(index * 2)
                let name = "\(digits)\(hour)0437"
                let centre: JSONValue = [
                    "lat": .number(21.291504), "lon": .number(165 - Double(index) * 30),
                ]
                return [
                    "identifier": .text(name), "image": .text("epic_1b_\(name)"), "version": "03",
                    "caption": "The Earth, as the camera of this stand-in sees it",
                    "date": .text("\(date) \(hour):00:48"), "centroid_coordinates": centre,
                    "coords": ["centroid_coordinates": centre],
                ]
            })
    }
}
