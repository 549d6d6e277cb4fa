/// A bookmark of the user for a region of a photo.
package struct Bookmark: Hashable, Sendable {
    /// The maximum length of a name in characters; longer names are truncated.
    package static let nameLimit = 200

    /// The photo, as named on a command line; a file by its absolute path.
    package let photo: String
    /// The visible region, in the notation of a link after the `#`.
    package let view: String
    /// The user's name for the bookmark; may be empty.
    package let name: String
    /// The library's entry for the photo; `nil` if no entry is known.
    package let known: Photo?

    package init(photo: String, view: String, name: String, known: Photo? = nil) {
        self.photo = photo
        self.view = view
        self.name = String(name.prefix(Self.nameLimit))
        self.known = known
    }
}
