/// A user's bookmark for a region of a photo.
package struct Bookmark: Hashable, Sendable {
    /// The maximum length of a name in characters; longer names are truncated.
    package static let nameLimit = 200

    /// The photo as on a command line; for a file, its absolute path.
    package let photo: String
    /// The visible region in the notation that follows the `#` of a link.
    package let view: String
    /// The user's name for the bookmark; empty if the user has entered no name.
    package let name: String
    /// The photo's entry in the library; `nil` if no entry is known.
    package let known: Photo?

    package init(photo: String, view: String, name: String, known: Photo? = nil) {
        self.photo = photo
        self.view = view
        self.name = String(name.prefix(Self.nameLimit))
        self.known = known
    }
}
