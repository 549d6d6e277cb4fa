/// A map of a whole planet or moon, stored as tiles on one of NASA's servers.
package enum WorldMap: Hashable, Sendable {
    /// The Earth on one day, seen by the instrument MODIS on the satellite Terra: 250 m per pixel.
    case earth(CalendarDate)
    /// Mars in colour, seen by the Viking orbiters: 232 m per pixel.
    case mars
    /// The Moon, seen by the wide-angle camera of the Lunar Reconnaissance Orbiter.
    case moon

    /// The names of the maps, without the day that can follow `earth`.
    package static let words = ["earth", "mars", "moon"]

    /// Creates the map with a name: `mars`, `moon`, `earth` or `earth:2026-10-02`; `nil` if there
    /// is no such map.
    ///
    /// Without a day, the map of the Earth is that of `yesterday`, because today's map is
    /// incomplete until the evening.
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

    /// The date of Terra's first pictures.
    private static let firstDay = CalendarDate(year: 2000, month: 2, day: 24)

    /// The name of the map, from which the map can be created again.
    package var name: String {
        switch self {
        case .earth(let date): "earth:\(date)"
        case .mars: "mars"
        case .moon: "moon"
        }
    }

    /// Returns the same map `days` later, or earlier if `days` is negative.
    ///
    /// The result is `nil` for a map without a day and before the first map.
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

    /// The radius at the equator, in metres: from WGS 84 for the Earth, from the IAU's report of
    /// 2015 for Mars and the Moon.
    package var radius: Double {
        switch self {
        case .earth: 6_378_137
        case .mars: 3_396_190
        case .moon: 1_737_400
        }
    }
}

// Addresses of the tiles.
extension WorldMap {
    /// The host of the tiles, which requires no key: GIBS for the Earth, Trek for the Moon and
    /// Mars.
    var host: String {
        switch self {
        case .earth: "gibs.earthdata.nasa.gov"
        case .mars, .moon: "trek.nasa.gov"
        }
    }

    /// The path of the folder that contains the map's levels.
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
