package import Files
package import Imaging

/// Opens photos: the entry point of this module.
package enum ImageDecoder {
    /// The photo in `bytes`, of which only the headers are read now.
    package static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions = DecodingOptions()
    ) throws(DecodingFailure) -> any ImageSource {
        let kind = FileSignature.kind(of: bytes)
        if kind == .gzip { return try GzipFile.open(bytes, within: options) }
        guard let codec = Codec.of(kind) else { throw .unsupported(kind: kind) }
        return try codec.open(bytes, options)
    }

    /// The photo in bytes that are still coming; `nil` if it is small or of another kind.
    ///
    /// - Throws: what is wrong with its header, even if only bytes are missing.
    package static func openArriving(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> (any ImageSource)? {
        guard FileSignature.kind(of: bytes) == .photo(.jpeg) else { return nil }
        return try JPEGDecoder.openArriving(bytes, within: options)
    }

    /// A file's kind by its first bytes, if the libraries of that are loaded only for such photos.
    package static func libraries(of file: OpenFile) -> FileKind? {
        Codec.of(start: file.start(signatureBytes))?.kindToLoad
    }

    /// Enough for the brands of an ISO media file.
    private static let signatureBytes = 256

    /// Loads them, for a process that will not be able to.
    package static func loadLibraries(of kind: FileKind) { _ = Codec.of(kind)?.library?.version }
}

extension DecodingLimits {
    /// Refuses a large photo whose bytes cannot hold even an eighth of it.
    static func check(
        _ size: PixelSize, hasBytes count: Int, forMinimum minimum: Int
    ) throws(DecodingFailure) {
        guard let area = size.area, area <= photoPixels else { throw .tooLarge(size) }
        guard area <= triedPixels || count >= minimum / 8 else { throw .tooLarge(size) }
    }
}
