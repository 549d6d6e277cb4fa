/// A picture in the terminal's store, as far as we know.
struct StoredPicture<Photo: Hashable & Sendable>: Sendable {
    let upload: KittyUpload<Photo>
    /// How often it was put on the glass.
    var placements = 0

    // The terminal answers an error within milliseconds, long before a person has panned five steps:
    // a picture that lived so long did arrive, and was thrown away later.
    var hasArrived: Bool { placements >= 5 }
}
