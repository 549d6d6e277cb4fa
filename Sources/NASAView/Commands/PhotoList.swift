internal import PhotoCatalog

/// The JSON of a list of photos: `{"version":1,"total":…,"items":[…]}`.
struct PhotoList: Encodable {
    let total: Int?
    let items: [PhotoRecord]
    /// Whether this was kept from earlier, as the server cannot be reached; then only it is there.
    let isOffline: Bool

    enum CodingKeys: String, CodingKey {
        case version, total, items
        case isOffline = "offline"
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(1, forKey: .version)
        try object.encode(total, forKey: .total)
        try object.encode(items, forKey: .items)
        if isOffline { try object.encode(true, forKey: .isOffline) }
    }
}
