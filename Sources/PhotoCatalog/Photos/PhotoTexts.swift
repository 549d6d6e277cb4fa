/// The words about a photo, as the library gives them: untrusted, with HTML in some of them.
package struct PhotoTexts: Hashable, Sendable {
    package let title: String?
    package let description: String?
    /// For those who cannot see the photo; sometimes only the name of a camera's file.
    package let description508: String?
    package let keywords: [String]
    package let location: String?
}
