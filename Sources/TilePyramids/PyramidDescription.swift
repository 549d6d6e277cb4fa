package import Imaging

/// A description of tiles by the name of its file, and where its tiles are.
package struct PyramidDescription: Hashable, Sendable {
    private enum Form: Hashable {
        case deepZoom, zoomify, iiif
    }

    private let form: Form
    /// The address that the paths of the tiles follow.
    package let base: String

    /// `nil` for the address of anything else.
    package init?(_ address: String) {
        let path = address.prefix { $0 != "#" }
        if path.hasSuffix("/info.json") {
            form = .iiif
            base = String(path.dropLast("info.json".count))
            return
        }
        // A description in a file may have a version behind a question mark, and its tiles have not.
        let file = path.prefix { $0 != "?" }
        if file.hasSuffix("/ImageProperties.xml") {
            form = .zoomify
            base = String(file.dropLast("ImageProperties.xml".count))
        } else if file.hasSuffix(".dzi") {
            form = .deepZoom
            base = file.dropLast(".dzi".count) + "_files/"
        } else {
            return nil
        }
    }

    /// The pyramid that its bytes describe.
    ///
    /// - Throws: `.tiles` or `.tooLarge` for what is of no use or beyond `PyramidLimits`.
    package func pyramid(_ bytes: [UInt8]) throws(DecodingFailure) -> TilePyramid {
        guard bytes.count <= PyramidLimits.descriptionBytes else { throw .tiles(.unreadable) }
        switch form {
        case .iiif: return try IIIF.pyramid(bytes)
        case .deepZoom: return try DeepZoom.pyramid(String(decoding: bytes, as: UTF8.self))
        case .zoomify: return try Zoomify.pyramid(String(decoding: bytes, as: UTF8.self))
        }
    }
}
