/// A file an item links to.
package struct PhotoLink: Hashable, Sendable {
    package enum Role: Hashable, Sendable {
        case preview, alternate, canonical, captions
        case other(String)

        init(_ text: String?) {
            self =
                switch text {
                case "preview": .preview
                case "alternate": .alternate
                case "canonical": .canonical
                case "captions": .captions
                default: .other(text ?? "")
                }
        }
    }

    package let role: Role
    package let address: PhotoAddress
    package let declared: DeclaredSize?
}
