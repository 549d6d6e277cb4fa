extension PhotoID {
    /// The address of the photo's page for a web browser.
    ///
    /// The service's reply may contain a better address.
    package var pageAddress: String {
        let name = PercentEncoding.name(self.name)
        return switch service {
        case .nasa: Self.libraryPages + PercentEncoding.name(text)
        case .apod:
            "https://science.nasa.gov/wp-json/wp/v2/apod-basic/\(ServiceDay.apod(name))/html"
        case .mars2020: "https://mars.nasa.gov/mars2020/multimedia/raw-images/\(name)"
        case .msl: "https://mars.nasa.gov/raw_images/\(name)/?site=msl"
        case .epic: "https://epic.gsfc.nasa.gov/?date=\(ServiceDay.epic(name))"
        case .commons: Self.commonsPages + PercentEncoding.name(self.name.replacing(" ", with: "_"))
        case .picsum: "https://picsum.photos/id/\(name)/info"
        case .flickr: "https://www.flickr.com/photo.gne?id=\(name)"
        }
    }

    /// Creates the ID of the photo on a web page; `nil` unless the address is that of a photo's
    /// page in NASA's library or Wikimedia Commons.
    ///
    /// In the links of NASA's library, the last slash may be replaced by a hyphen.
    package init?(page address: String) {
        let pages: [(Service, String)] = [
            (.nasa, Self.libraryPages), (.nasa, Self.libraryPages.dropLast() + "-"),
            (.commons, Self.commonsPages),
        ]
        guard let (service, begin) = pages.first(where: { address.hasPrefix($0.1) }) else {
            return nil
        }
        let name = address.dropFirst(begin.count).prefix { $0 != "?" && $0 != "#" }
        guard !name.isEmpty, !name.contains("/"), let id = PercentEncoding.decoded(name) else {
            return nil
        }
        switch service {
        case .commons:
            guard id.hasPrefix("File:") else { return nil }
            self.init(.commons, id.replacing("_", with: " "))
        default: self.init(id)
        }
    }

    private static let libraryPages = "https://images.nasa.gov/details/"
    private static let commonsPages = "https://commons.wikimedia.org/wiki/"
}

extension ServiceDay {
    /// Returns a day in the form that addresses of Astronomy Picture of the Day use: `261002` for
    /// `2026-10-02`.
    static func apod(_ date: String) -> String { String(date.filter { $0 != "-" }.suffix(6)) }

    /// Returns the day in an identifier of EPIC: `2021-05-30` for `20210530010437`.
    static func epic(_ identifier: String) -> String {
        let digits = Array(identifier.prefix(8))
        guard digits.count == 8 else { return identifier }
        return String(digits[..<4]) + "-" + String(digits[4..<6]) + "-" + String(digits[6...])
    }
}
