/// Why a file is no picture that can be shown.
package enum DecodingFailure: Error, Hashable, Sendable {
    /// Not a picture, or a picture of a kind that is not shown; `kind` names it if it is known.
    case unsupported(kind: FileKind)
    /// The decoder gave up; `reason` is the library's own text and must be sanitized before it is shown.
    case damaged(reason: String)
    case tooLarge(PixelSize)
    case outOfMemory
    /// The disk has no room for so many bytes, which a photo of this size needs there.
    case noRoom(byteCount: Int)
    /// The process that decoded it ended: a fault of the decoder, met by this photo.
    case decoderCrashed
    /// The process that decoded it did nothing any more, or nothing came of what it did.
    case decoderStalled
    /// The system has no memory or descriptors left for a process to decode it.
    case noDecoder
}
