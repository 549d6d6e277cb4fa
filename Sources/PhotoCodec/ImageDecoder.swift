package import Files
package import Imaging

/// The entry point of this module, which opens photos.
package enum ImageDecoder {
    /// Opens the photo in `bytes`; reads only the headers.
    package static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions = DecodingOptions()
    ) throws(DecodingFailure) -> any ImageSource {
        let bytes = try unpacked(bytes, within: options)
        let kind = FileSignature.kind(of: bytes)
        guard let codec = Codec.of(kind) else { throw .unsupported(kind: kind) }
        return try codec.open(bytes, options)
    }

    /// Returns the metadata of the photo in `bytes`.
    package static func facts(
        in bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> [FileFact] {
        ExifFacts.read(try unpacked(bytes, within: options))
    }

    private static func unpacked(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> PhotoBytes {
        FileSignature.kind(of: bytes) == .gzip
            ? try GzipFile.inflated(bytes, within: options) : bytes
    }

    /// Opens a photo whose bytes are still arriving; `nil` if the photo is small or not a suitable
    /// JPEG.
    ///
    /// - Throws: the failure of the header, even if more bytes would complete the header.
    package static func openArriving(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> (any ImageSource)? {
        guard FileSignature.kind(of: bytes) == .photo(.jpeg) else { return nil }
        return try JPEGDecoder.openArriving(bytes, within: options)
    }

    /// Opens a photo whose bytes are read in ranges; `nil` if the photo is not a suitable TIFF.
    package static func openRanged(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> (any ImageSource)? {
        guard FileSignature.kind(of: bytes) == .photo(.tiff) else { return nil }
        return try TIFFDirectories.openRanged(bytes, within: options)
    }

    /// Returns a file's kind if its library must be loaded before the sandbox; otherwise `nil`.
    ///
    /// The first bytes decide or, for a file compressed by gzip, the file name.
    package static func libraries(of file: OpenFile, named name: String = "") -> FileKind? {
        let start = file.start(signatureBytes)
        let isPacked = FileSignature.kind(of: PhotoBytes(start)) == .gzip
        let stem = name.hasSuffix(".gz") ? name.dropLast(3) : name[...]
        return (isPacked ? Codec.promised(by: stem) : Codec.of(start: start))?.kindToLoad
    }

    /// The number of bytes read to detect the kind, enough for the brands of an ISO media file.
    private static let signatureBytes = 256

    /// Loads igzip and the library for a kind of file, before a process enters the sandbox.
    package static func loadLibraries(of kind: FileKind?) {
        Igzip.load()
        _ = kind.flatMap { Codec.of($0) }?.library?.version
    }
}

extension DecodingLimits {
    /// Throws if a photo exceeds the limit, or is large and its file has less than an eighth of the
    /// minimum bytes.
    static func check(
        _ size: PixelSize, hasBytes count: Int, forMinimum minimum: Int
    ) throws(DecodingFailure) {
        guard let area = size.area, area <= photoPixels else { throw .tooLarge(size) }
        guard area <= triedPixels || count >= minimum / 8 else { throw .tooLarge(size) }
    }

    /// Checks the size of a photo that is decoded in one piece.
    ///
    /// - Throws: `.tooLarge`, or `.damaged` if the size is empty.
    static func checkOnePiece(_ size: PixelSize) throws(DecodingFailure) {
        // A library may report any size if the header is damaged.
        guard size.width > 0, size.height > 0 else { throw .damaged(.noPixels) }
        guard let area = size.area, area <= onePiecePixels else { throw .tooLarge(size) }
    }
}
