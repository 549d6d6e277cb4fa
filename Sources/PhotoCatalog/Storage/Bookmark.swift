/// A place of a photo that the user keeps.
package struct Bookmark: Hashable, Sendable {
    /// The longest name; longer ones are cut.
    package static let nameLimit = 200

    /// The photo, as it is named on a command line; a file by its absolute path.
    package let photo: String
    /// The part in view, as a link has it behind its `#`.
    package let view: String
    /// The user's name for it; may be empty.
    package let name: String
    /// The library's entry of the photo, if it has one.
    package let known: Photo?

    package init(photo: String, view: String, name: String, known: Photo? = nil) {
        self.photo = photo
        self.view = view
        self.name = String(name.prefix(Self.nameLimit))
        self.known = known
    }
}
