package import Files
package import Imaging

/// Opens photos: the entry point of this module.
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

    /// Opens the photo in bytes that are still arriving; returns `nil` if it is small or of another
    /// kind.
    ///
    /// - Throws: the fault of its header, even if bytes are only missing.
    package static func openArriving(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> (any ImageSource)? {
        guard FileSignature.kind(of: bytes) == .photo(.jpeg) else { return nil }
        return try JPEGDecoder.openArriving(bytes, within: options)
    }

    /// The photo in bytes that are read by ranges; `nil` if it cannot be read so.
    package static func openRanged(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> (any ImageSource)? {
        guard FileSignature.kind(of: bytes) == .photo(.tiff) else { return nil }
        return try TIFFDirectories.openRanged(bytes, within: options)
    }

    /// A file's kind by its first bytes, if the libraries of that are loaded only for such photos.
    ///
    /// A compressed file shows no kind in its first bytes, so its name decides.
    package static func libraries(of file: OpenFile, named name: String = "") -> FileKind? {
        let start = file.start(signatureBytes)
        let isPacked = FileSignature.kind(of: PhotoBytes(start)) == .gzip
        let stem = name.hasSuffix(".gz") ? name.dropLast(3) : name[...]
        return (isPacked ? Codec.promised(by: stem) : Codec.of(start: start))?.kindToLoad
    }

    /// The number of first bytes that are read: enough for the brands of an ISO media file.
    private static let signatureBytes = 256

    /// Loads them, and what no format needs, for a process that will not be able to.
    package static func loadLibraries(of kind: FileKind?) {
        Igzip.load()
        _ = kind.flatMap { Codec.of($0) }?.library?.version
    }
}

extension DecodingLimits {
    /// Refuses a large photo if the file has less than an eighth of its bytes.
    static func check(
        _ size: PixelSize, hasBytes count: Int, forMinimum minimum: Int
    ) throws(DecodingFailure) {
        guard let area = size.area, area <= photoPixels else { throw .tooLarge(size) }
        guard area <= triedPixels || count >= minimum / 8 else { throw .tooLarge(size) }
    }
}
