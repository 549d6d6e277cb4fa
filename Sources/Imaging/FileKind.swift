/// A format of pictures that is decoded; the raw value is what people call it.
package enum PhotoFormat: String, CaseIterable, Hashable, Sendable {
    case jpeg = "JPEG"
    case png = "PNG"
    case tiff = "TIFF"
    case gif = "GIF"
    case webp = "WebP"
    /// The still pictures of HEIF's family: HEIC and AVIF.
    case heif = "HEIF"
    case jpegXL = "JPEG XL"
    case jpeg2000 = "JPEG 2000"
    case fits = "FITS"
    /// Binary PGM, PPM and PFM.
    case pnm = "PNM"
}

/// What a file is by its first bytes; its name and the server's content type are not trusted.
package enum FileKind: Hashable, Sendable {
    case photo(PhotoFormat)
    /// A picture, or a file of pictures, that is known and not shown.
    case unsupported(UnsupportedFormat)
    case bmp, svg, pdf, video, gzip
    case webPage, json, text, empty, unknown
}

extension FileKind: CaseIterable {
    /// Processes number them by their places here.
    package static let allCases: [FileKind] =
        [.unknown, .empty, .text, .json, .webPage, .gzip, .video, .pdf, .svg, .bmp]
        + PhotoFormat.allCases.map(FileKind.photo)
        + UnsupportedFormat.allCases.map(FileKind.unsupported)
}
