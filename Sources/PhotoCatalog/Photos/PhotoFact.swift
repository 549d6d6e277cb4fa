/// Something a photo's file says of itself: `EXIF`, `Make`, `NIKON CORPORATION`.
package struct PhotoFact: Hashable, Sendable {
    package let group: String
    package let name: String
    package let value: String

    package init(group: String, name: String, value: String) {
        self.group = group
        self.name = name
        self.value = value
    }
}
