internal import Bounds

/// A library of photos on the network, by its name in options and IDs.
package enum Service: String, CaseIterable, Hashable, Sendable {
    /// NASA's Image and Video Library.
    case nasa
    /// NASA's Astronomy Picture of the Day.
    case apod
    /// The raw pictures of Perseverance.
    case mars2020
    /// The raw pictures of Curiosity.
    case msl
    /// The Earth, from the DSCOVR satellite.
    case epic
    /// Wikimedia Commons.
    case commons
    /// Lorem Picsum.
    case picsum
    case flickr

    /// The day of the first picture; the next entry is for the 20th.
    static let firstPictureOfTheDay = CalendarDate(year: 1995, month: 6, day: 16)
}

extension PhotoID {
    /// Creates the ID of a service's photo from the service's own name for it; NASA's library has
    /// no prefix.
    package init(_ service: Service, _ name: String) {
        self.init(service == .nasa ? name : service.rawValue + ":" + name)
    }

    /// The service whose name precedes a colon; an ID without one is of NASA's library.
    package var service: Service { named.service }

    /// The service's own name for the photo.
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
    /// A day of Mars since the landing.
    case sol(Int)

    /// Reads `2026-10-02` or `1520`.
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

    /// Creates a day of Mars; `nil` before the landing, or later than any rover lasts.
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
