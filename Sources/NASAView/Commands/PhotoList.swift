internal import Localization
internal import PhotoCatalog
internal import Screens

/// A list of photos, a line each, or as JSON: `{"version":1,"total":…,"items":[…]}`.
struct PhotoList: Encodable {
    private let total: Int?
    private let photos: [Photo]
    /// Whether this was kept from earlier, as the server cannot be reached; then only it is there.
    private let isOffline: Bool

    init(total: Int?, _ photos: [Photo], isOffline: Bool) {
        self.total = total
        self.photos = photos
        self.isOffline = isOffline
    }

    func print(asJSON isJSON: Bool, _ strings: Strings) throws {
        if isJSON { return try CommandOutput.print(json: self, strings) }
        try CommandOutput.print(photos.map { strings.line($0) }, strings)
    }

    enum CodingKeys: String, CodingKey {
        case version, total, items
        case isOffline = "offline"
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(1, forKey: .version)
        try object.encode(total, forKey: .total)
        try object.encode(photos.map { PhotoRecord($0) }, forKey: .items)
        if isOffline { try object.encode(true, forKey: .isOffline) }
    }
}
