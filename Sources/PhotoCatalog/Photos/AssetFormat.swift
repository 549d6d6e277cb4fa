/// The format a file's extension promises; what it is, only its bytes say.
package enum AssetFormat: Hashable, Sendable {
    case jpeg, png, tiff
    /// The extension in lower case.
    case other(String)

    init(extension text: Substring) {
        self =
            switch text.lowercased() {
            case "jpg", "jpeg": .jpeg
            case "png": .png
            case "tif", "tiff": .tiff
            case let other: .other(other)
            }
    }

    package var isViewable: Bool { self == .jpeg || self == .png }

    /// The usual extension, for sentences and file names.
    package var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .tiff: "tif"
        case .other(let text): text
        }
    }
}
