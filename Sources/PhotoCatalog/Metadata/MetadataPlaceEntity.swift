/// The reply of `/metadata/{id}`: where the metadata lies.
struct MetadataPlaceEntity: Decodable, Sendable {
    let location: String
}
