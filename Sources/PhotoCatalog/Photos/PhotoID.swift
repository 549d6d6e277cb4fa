/// A `nasa_id` exactly as NASA gives it: spaces, quotes, dots and all.
///
/// Two ids are equal when their bytes are: `String` would take two spellings of "é" for one.
package struct PhotoID: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { text }

    package static func == (one: PhotoID, other: PhotoID) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
