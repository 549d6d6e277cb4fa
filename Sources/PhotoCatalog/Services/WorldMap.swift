/// A map of a whole planet, whose tiles one of NASA's servers has.
package enum WorldMap: Hashable, Sendable {
    /// The Earth of a day, as Terra's camera MODIS sees it: 250 m a pixel.
    case earth(CalendarDate)
    /// Mars in colour, as the Viking orbiters saw it: 232 m a pixel.
    case mars
    /// The Moon, as the wide camera of the Lunar Reconnaissance Orbiter saw it.
    case moon

    /// The words for them, without a day.
    package static let words = ["earth", "mars", "moon"]

    /// The map of such a name: `mars`, `earth`, `earth:2026-10-02`.
    ///
    /// Today's Earth is not whole before the evening: without a day it is that of `yesterday`. `nil` for
    /// other names, and for days that have no map.
    package init?(_ name: String, yesterday: CalendarDate?) {
        switch name {
        case "mars": self = .mars
        case "moon": self = .moon
        case "earth":
            guard let yesterday else { return nil }
            self = .earth(yesterday)
        default:
            guard name.hasPrefix("earth:"), let date = Self.day(name.dropFirst("earth:".count))
            else { return nil }
            self = .earth(date)
        }
    }

    private static func day(_ text: Substring) -> CalendarDate? {
        guard let date = CalendarDate(String(text)), date.isDay,
            date.description == text, date >= firstDay
        else { return nil }
        return date
    }

    /// Terra's first pictures are of 24 February 2000.
    private static let firstDay = CalendarDate(year: 2000, month: 2, day: 24)

    /// The name that opens the map again.
    package var name: String {
        switch self {
        case .earth(let date): "earth:\(date)"
        case .mars: "mars"
        case .moon: "moon"
        }
    }

    /// The same map `days` later; `nil` if it has no days, or none that early.
    package func advanced(byDays days: Int) -> WorldMap? {
        guard case .earth(let date) = self, let day = date.advanced(byDays: days),
            day >= Self.firstDay
        else { return nil }
        return .earth(day)
    }

    package var credit: String {
        switch self {
        case .earth: "NASA EOSDIS GIBS, Terra/MODIS"
        case .mars: "NASA/JPL/USGS, Viking"
        case .moon: "NASA/GSFC/ASU, LRO WAC"
        }
    }

    /// The planet's radius at the equator, in metres (IAU 2015; Earth: WGS 84).
    package var radius: Double {
        switch self {
        case .earth: 6_378_137
        case .mars: 3_396_190
        case .moon: 1_737_400
        }
    }
}

// Where the tiles are.
extension WorldMap {
    /// GIBS makes the daily maps of the Earth, Trek keeps those of the planets: neither needs a key.
    var host: String {
        switch self {
        case .earth: "gibs.earthdata.nasa.gov"
        case .mars, .moon: "trek.nasa.gov"
        }
    }

    /// The folder of the levels.
    var path: [String] {
        switch self {
        case .earth(let date):
            [
                "wmts", "epsg4326", "best", "MODIS_Terra_CorrectedReflectance_TrueColor", "default",
                date.description, "250m",
            ]
        case .mars: Self.trek("Mars", "Mars_Viking_MDIM21_ClrMosaic_global_232m")
        case .moon: Self.trek("Moon", "LRO_WAC_Mosaic_Global_303ppd_v02")
        }
    }

    private static func trek(_ body: String, _ product: String) -> [String] {
        ["tiles", body, "EQ", product, "1.0.0", "default", "default028mm"]
    }
}
