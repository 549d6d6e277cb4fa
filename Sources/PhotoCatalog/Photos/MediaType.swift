/// What an item is: the library also keeps videos and sounds.
package enum MediaType: Hashable, Sendable {
    case image, video, audio
    /// A type unknown to us, in the server's words.
    case other(String)
    /// The reply does not say.
    case unstated

    init(_ text: String?) {
        self =
            switch text {
            case "image": .image
            case "video": .video
            case "audio": .audio
            case let text?: .other(text)
            case nil: .unstated
            }
    }

    /// The type by the folder an address lies in, for replies that do not state it.
    init(folderOf address: PhotoAddress?) {
        let names = address?.target.split(separator: "/") ?? []
        self = names.count > 1 ? MediaType(String(names[0])) : .unstated
    }

    package var mayBeAPhoto: Bool { self == .image || self == .unstated }
}
