/// A `nasa_id` exactly as NASA gives it: spaces, quotes, dots and all.
///
/// Two ids are equal when their bytes are: `String` would take two spellings of "é" for one.
package struct PhotoID: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// The id of the photo whose page on images.nasa.gov this is; nil for any other address.
    package init?(pageAddress: String) {
        let scheme = ["https://", "http://"].first { pageAddress.hasPrefix($0) }
        let rest = pageAddress.dropFirst(scheme?.count ?? 0)
        guard scheme != nil, rest.hasPrefix(Self.pageFolder) else { return nil }
        let name = rest.dropFirst(Self.pageFolder.count).prefix { !"/?#".contains($0) }
        guard !name.isEmpty, let text = PercentEncoding.decoded(name) else { return nil }
        self.text = text
    }

    /// The page a browser shows for the photo.
    package var pageAddress: String { "https://" + Self.pageFolder + PercentEncoding.name(text) }

    private static let pageFolder = "images.nasa.gov/details/"

    package var description: String { text }

    package static func == (one: PhotoID, other: PhotoID) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
