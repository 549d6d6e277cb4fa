package import Imaging

/// A description of a tiled picture, recognised by its file name, and the address of the tiles.
package struct PyramidDescription: Hashable, Sendable {
    private enum Format: Hashable {
        case deepZoom, zoomify, iiif
    }

    private let form: Format
    /// The address that precedes the paths of the tiles.
    package let base: String

    /// Recognises the address of a description; `nil` for any other address.
    package init?(_ address: String) {
        let path = address.prefix { $0 != "#" }
        if path.hasSuffix("/info.json") {
            form = .iiif
            base = String(path.dropLast("info.json".count))
            return
        }
        // The address may have a version after a question mark; addresses of tiles have no version.
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

    /// Returns the pyramid that the bytes of the description define.
    ///
    /// - Throws: `.tiles` or `.tooLarge` for a description that is invalid or exceeds
    ///   `PyramidLimits`.
    package func pyramid(_ bytes: [UInt8]) throws(DecodingFailure) -> TilePyramid {
        guard bytes.count <= PyramidLimits.descriptionBytes else { throw .tiles(.unreadable) }
        switch form {
        case .iiif: return try IIIF.pyramid(bytes)
        case .deepZoom: return try DeepZoom.pyramid(String(decoding: bytes, as: UTF8.self))
        case .zoomify: return try Zoomify.pyramid(String(decoding: bytes, as: UTF8.self))
        }
    }
}
