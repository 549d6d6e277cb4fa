internal import Bounds

/// A library of photos on the network; the raw value is the library's name in options and IDs.
package enum Service: String, CaseIterable, Hashable, Sendable {
    /// NASA's Image and Video Library.
    case nasa
    /// NASA's Astronomy Picture of the Day.
    case apod
    /// The raw pictures of the rover Perseverance.
    case mars2020
    /// The raw pictures of the rover Curiosity.
    case msl
    /// The pictures of the Earth from the DSCOVR satellite.
    case epic
    /// Wikimedia Commons.
    case commons
    /// Lorem Picsum.
    case picsum
    case flickr

    /// The day of the first Astronomy Picture of the Day; the next entry is four days later.
    static let firstPictureOfTheDay = CalendarDate(year: 1995, month: 6, day: 16)
}

extension PhotoID {
    /// Creates the ID of a photo from a service and the service's own ID; IDs of NASA's library
    /// have no prefix.
    package init(_ service: Service, _ name: String) {
        self.init(service == .nasa ? name : service.rawValue + ":" + name)
    }

    /// The service whose name precedes a colon in the ID; NASA's library if the ID has no such
    /// prefix.
    package var service: Service { named.service }

    /// The service's own ID of the photo.
    package var name: String { named.name }

    private var named: (service: Service, name: String) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            let service = Service(rawValue: String(text[..<colon])), service != .nasa
        else { return (.nasa, text) }
        return (service, String(text.utf8[colon...].dropFirst()) ?? text)
    }
}

/// A day in the calendar of a service.
package enum ServiceDay: Hashable, Sendable {
    case date(CalendarDate)
    /// A day on Mars, counted from the rover's landing.
    case sol(Int)

    /// Parses a date such as `2026-10-02` or, for a rover, a sol such as `1520`; `nil` for any
    /// other text.
    package init?(_ text: String, of service: Service) {
        switch service {
        case .mars2020, .msl:
            guard let sol = ReplyLimits.Sol.range.number(in: text) else { return nil }
            self = .sol(sol)
        default:
            guard let date = CalendarDate(text), date.isDay, date.description == text else {
                return nil
            }
            self = .date(date)
        }
    }

    /// Creates a day on Mars; `nil` if the day is before the landing or exceeds `ReplyLimits.Sol`.
    init?(sol: Int) {
        guard ReplyLimits.Sol.range.contains(sol) else { return nil }
        self = .sol(sol)
    }
}

extension ServiceDay: CustomStringConvertible {
    package var description: String {
        switch self {
        case .date(let date): date.description
        case .sol(let sol): String(sol)
        }
    }
}
