/// What a file is by its first bytes; its name and the server's word are not trusted.
package enum FileKind: Hashable, Sendable {
    case jpeg, png
    case tiff, gif, webp, heif, jpegXL, jpeg2000, fits, bmp, svg, pdf, video, gzip
    case webPage, json, text, empty, unknown
}
