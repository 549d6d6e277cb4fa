/// Something that a photo's file says about itself, in words that a person reads.
package struct FileFact: Hashable, Sendable {
    /// What it belongs to: the file, or what its camera wrote.
    package let group: String
    package let name: String
    package let value: String

    package init(_ group: String, _ name: String, _ value: String) {
        self.group = group
        self.name = name
        self.value = value
    }
}
